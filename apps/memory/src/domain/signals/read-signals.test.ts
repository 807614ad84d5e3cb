import { growsLinearly } from '@plinth/testing';
import { readSignals, speaksOf } from './read-signals';
import { signalsPolicySchema } from './signals-policy';

const { longReply } = signalsPolicySchema.parse({});
const LONG = '关于这个问题，可以从三个方面来看。'.repeat(5);
const shown = (text: string, previousReply: string | undefined = LONG): string[] =>
  readSignals(text, { longReply, ...(previousReply === undefined ? {} : { previousReply }) })
    .map(({ key, value }) => `${key}=${value}`)
    .sort();

describe('the signals of a text', () => {
  it.each([
    ['太长了，说重点', 'reply_length=brief'],
    ['太长了说重点', 'reply_length=brief'],
    ['能不能简单点说？', 'reply_length=brief'],
    ['回答简短一点', 'reply_length=brief'],
    ['别说那么多', 'reply_length=brief'],
    ['一句话总结一下', 'reply_length=brief'],
    ['Too long, just the point', 'reply_length=brief'],
    ['can you keep it short?', 'reply_length=brief'],
    ['请再详细一点', 'reply_length=detailed'],
    ['展开讲讲', 'reply_length=detailed'],
    ['could you give me more details', 'reply_length=detailed'],
    ['你说得太笼统了', 'reply_length=detailed'],
    ['用列表的形式回复', 'reply_format=list'],
    ['分点说', 'reply_format=list'],
    ['in bullet points, please', 'reply_format=list'],
    ['做个表格给我', 'reply_format=table'],
    ['put it in a table', 'reply_format=table'],
    ['一步一步教我', 'reply_format=steps'],
    ['explain it step by step', 'reply_format=steps'],
    ['说人话', 'explanation_style=plain'],
    ['explain that in plain English', 'explanation_style=plain'],
    ['再专业一点', 'explanation_style=technical'],
    ['举个例子', 'examples=with'],
    ['give me an example', 'examples=with'],
    ['帮我找最新的显卡评测', 'freshness=latest'],
    ['有没有新一点的', 'freshness=latest'],
    ['show me the latest news on batteries', 'freshness=latest'],
    ['is there anything newer?', 'freshness=latest'],
    ['有没有便宜一点的', 'price_level=low'],
    ['太贵了', 'price_level=low'],
    ['anything cheaper?', 'price_level=low'],
    ["that's too expensive", 'price_level=low'],
    ['贵一点没关系', 'price_level=high'],
    ['说中文吧', 'language=zh'],
    ['can you speak English', 'language=en'],
  ])('M15: “%s” shows %s', (text, expected) => {
    expect(shown(text)).toEqual([expected]);
  });

  it.each([
    '老板说太长了，说重点',
    '他让我说重点',
    '“太长了，说重点”是什么意思',
    '如果太长了就说重点',
    '以前我喜欢简单点说',
    '这次简单点说',
    '开玩笑的，简单点说',
    '有人嫌便宜的不好',
    '我最新的订单到哪了',
    '不要最新的',
    '这条裤子太长了',
    '简单',
    '表格里的数据不对',
    'my boss wants the latest report',
    'if it is too long, just the point',
    'just this time keep it short',
    'people want something cheaper',
    'where is my latest order?',
    'he said it was too expensive',
    'the trousers are too long',
  ])('M15: “%s” shows nothing of what the speaker wants', (text) => {
    expect(shown(text)).toEqual([]);
  });

  it('M15: “太长了” complains of a long reply, not of a short one and not of nothing', () => {
    expect([shown('太长了'), shown('太长了', '好的。'), readSignals('太长了', { longReply })]).toEqual([
      ['reply_length=brief'],
      [],
      [],
    ]);
  });

  it.each([
    ['以后都简短一点', true],
    ['我喜欢用列表形式回复', true],
    ['always answer in bullet points', true],
    ['keep it short from now on', true],
    ['简短一点', false],
    ['keep it short', false],
  ])('M15: “%s” is said for good: %s', (text, stated) => {
    expect(readSignals(text, { longReply }).map((signal) => signal.stated)).toEqual([stated]);
  });

  it('tells of words that were declared freely which preference they speak of', () => {
    expect([speaksOf('简短的回答', 'reply_length'), speaksOf('short answers', 'reply_length')]).toEqual([true, true]);
    expect(speaksOf('靠窗的座位', 'reply_length')).toBe(false);
  });

  it('reads 32 kB of hostile text in milliseconds', () => {
    for (const unit of ['请给我要看推荐用', 'please just give me ', '说得太'])
      growsLinearly(
        unit,
        (n) => {
          const text = unit.repeat(n / unit.length);
          shown(text);
          shown(text.match(/.{1,190}/gs)?.join('，') ?? '');
        },
        8_000,
      );
  });
});
