import { fidelity } from './fidelity';
import type { Round } from './round';

/** Monday 2024-05-20, 10:00 in Shanghai. */
const NOW = Date.UTC(2024, 4, 20, 2);
const DAY = 86_400_000;
const reading = { timeZone: 'Asia/Shanghai', names: new Map([['王姐', '王莉']]) };

const zh: Round[] = [
  { id: '1', said: '我想把订单A1001退款，一共300元', replied: '好的，已经提交退款申请。', saidAtMs: NOW },
  { id: '2', said: '上周三我去了杭州，给王姐带了三盒茶叶', replied: '听起来不错！', saidAtMs: NOW },
  { id: '3', said: '明天飞往北京，不要取消酒店', replied: '酒店保留。', saidAtMs: NOW + DAY },
];
const en: Round[] = [
  { id: '1', said: 'Please refund order A1001, it was $300.', replied: 'I have submitted the request.', saidAtMs: NOW },
  { id: '2', said: 'Last Wednesday I met Laura in Paris and bought three books.', replied: 'Great.', saidAtMs: NOW },
  {
    id: '3',
    said: 'Tomorrow I fly to Berlin. Do not cancel the hotel.',
    replied: 'It stays booked.',
    saidAtMs: NOW + DAY,
  },
];
const faults = (summary: string, source: readonly Round[]) =>
  fidelity(summary, source, reading).faults.map(({ kind, text }) => `${kind}: ${text}`);

describe('fidelity', () => {
  it.each([
    ['用户要求订单A1001退款300元。2024-05-15去了杭州，给王莉带了3盒茶叶。2024-05-22飞往北京，不取消酒店。', zh],
    ['用户2024-05-20申请退款，订单A1001。上周三去了杭州。', zh.slice(0, 2)],
    [
      'The user wants order A1001 refunded, 300 dollars. On 2024-05-15 Laura met the user in Paris; 3 books were bought. Flies to Berlin on 2024-05-22, hotel not cancelled.',
      en,
    ],
  ])('M35: accepts what its source says in other words: %s', (summary, source) =>
    expect(faults(summary, source)).toEqual([]),
  );

  it.each([
    ['an entity', '订单A1002退款300元', 'entity: A1002', zh],
    ['an entity', '用户去了苏州', 'entity: 苏州', zh],
    ['an entity', 'The user met Sandra in Paris', 'entity: Sandra', en],
    ['an entity', 'Order A1001 and Berlin, then Rome', 'entity: Rome', en],
    ['a number', '订单A1001退款500元', 'number: 500元', zh],
    ['a number', '带了五盒茶叶', 'number: 五盒', zh],
    ['a number', 'Refund of $350 for A1001', 'number: $350', en],
    ['a number', 'The user bought seven books', 'number: seven', en],
    ['a date', '2024-05-16去了杭州', 'date: 2024-05-16', zh],
    ['a date', '5月23日飞往北京', 'date: 5月23日', zh],
    ['a date', 'Met Laura on May 14, 2024', 'date: May 14, 2024', en],
    ['an action', '订单A1001已经发货', 'action: 发货', zh],
    ['an action', '用户取消了酒店', 'action: 取消', zh],
    ['an action', '用户抵押了茶叶', 'action: 抵押', zh],
    ['an action', 'The user cancelled the hotel', 'action: cancelled', en],
    ['an action', 'Order A1001 was shipped', 'action: shipped', en],
    ['an action', 'The user mortgaged the hotel', 'action: mortgaged', en],
  ])('M35: rejects %s that the source lacks: %s', (_what, summary, fault, source) =>
    expect(faults(summary, source)).toContain(fault),
  );

  it('M35: rejects a later round that is told before an earlier one', () => {
    expect(faults('飞往北京。订单A1001退款。', zh)).toEqual(['order: 订单A1001退款']);
    expect(faults('Flies to Berlin. Order A1001 refunded.', en)).toEqual(['order: Order A1001 refunded']);
  });

  it('M35: a part of a longer name is another name', () => {
    const source: Round[] = [{ id: '1', said: 'I read 《红楼梦传奇》 by Annabel Lee', saidAtMs: NOW }];
    expect(faults('《红楼梦》', source)).toEqual(['entity: 红楼梦']);
    expect(faults('《红楼梦传奇》, Annabel Lee', source)).toEqual([]);
  });

  it('M35: an empty summary says nothing wrong, and of nothing everything is wrong', () => {
    expect(fidelity('', zh, reading)).toEqual({ faithful: true, faults: [] });
    expect(fidelity('订单A1001', [], reading).faithful).toBe(false);
  });
});
