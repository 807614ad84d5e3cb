import type { Expectation } from './expectation';

export interface Line {
  /** What the line shows, for people who watch. */
  readonly shows: string;
  readonly text: string;
  readonly expect: Expectation;
}

export interface Conversation {
  readonly title: string;
  readonly locale: string;
  readonly lines: readonly Line[];
}

const chinese: Conversation = {
  title: '客服对话 · customer service in Chinese',
  locale: 'zh-CN',
  lines: [
    {
      shows: 'a preference declared: one value is a candidate until its user confirms it',
      text: '我一般用支付宝付款',
      expect: { says: ['支付宝', '是否正确'] },
    },
    { shows: 'confirmed: from now on it outlives the session', text: '是的', expect: { says: ['已确认', '支付宝'] } },
    {
      shows: 'an order asked: a flow with a skill',
      text: '查一下订单 DD20261101001',
      expect: { says: ['DD20261101001', '降噪耳机', '已发货'], skills: ['get_order_status'] },
    },
    {
      shows: 'a changed mind: what was just said is replaced before anything is answered',
      text: '不对，是 DD20261101003',
      expect: { says: ['DD20261101003'] },
    },
    { shows: 'an undo: the last step is taken back', text: '撤回上一步', expect: { says: ['DD20261101001'] } },
    {
      shows: 'a refund through the flow: the order is known, and it asks before it acts',
      text: '我要退款',
      expect: { says: ['DD20261101001', '899', '确认退款吗'], skills: ['get_order_status'] },
    },
    {
      shows: 'a changed mind inside the flow: it looks again and asks anew',
      text: '不对，是 DD20261101003',
      expect: { says: ['DD20261101003', '机械键盘', '758', '确认退款吗'], skills: ['get_order_status'] },
    },
    {
      shows: 'an undo inside the flow: a yes will never act on an order that was taken back',
      text: '撤回上一步',
      expect: { says: ['DD20261101001', '899', '确认退款吗'], skills: ['get_order_status'] },
    },
    {
      shows: 'refunded once; reflection puts an outdated refund time and an absolute promise right',
      text: '确认',
      expect: {
        says: ['899', 'RF-', '1-2个工作日', '预计'],
        neverSays: ['3个工作日', '保证'],
        skills: ['refund_process'],
        reflection: 'corrected',
      },
    },
    {
      shows: 'a rule of the shop, by the clause that holds',
      text: '满多少包邮？你们的运费政策是什么',
      expect: { says: ['99', 'delivery_v2025.md'], skills: ['search_policy'] },
    },
    { shows: 'answered from memory', text: '我一般用什么付款？', expect: { says: ['支付宝'] } },
  ],
};

const english: Conversation = {
  title: 'Customer service in English',
  locale: 'en-US',
  lines: [
    {
      shows: 'a fact declared',
      text: 'My email is ann@example.com',
      expect: { says: ['ann@example.com', 'Is that right?'] },
    },
    { shows: 'confirmed', text: 'Yes', expect: { says: ['confirmed', 'ann@example.com'] } },
    {
      shows: 'a refund through the flow',
      text: 'I want a refund for order A1B2-3344',
      expect: { says: ['A1B2-3344', '45.5', 'Shall I refund it?'], skills: ['get_order_status'] },
    },
    {
      shows: 'refunded once, and corrected by reflection',
      text: 'Yes',
      expect: {
        says: ['RF-', '1-2 working days', 'expected'],
        neverSays: ['guaranteed', '3个工作日'],
        skills: ['refund_process'],
        reflection: 'corrected',
      },
    },
    { shows: 'answered from memory', text: 'What is my email?', expect: { says: ['ann@example.com'] } },
  ],
};

export const CONVERSATIONS: readonly Conversation[] = [chinese, english];
