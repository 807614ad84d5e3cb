import { mergesOf } from './duplicates';
import { forgettingPolicySchema } from './forgetting-policy';

const POLICY = forgettingPolicySchema.parse({});
const item = (id: string, content: string, more: object = {}) => ({
  id,
  content,
  confidence: 0.6,
  observedAtMs: 0,
  ...more,
});

describe('mergesOf', () => {
  it('M19: merges what is near by its vectors, whatever the letters, and keeps the surer', () => {
    const pair = { one: item('a', '喜欢靠窗的座位'), other: item('b', '偏好靠窗座位', { confidence: 0.95 }) };
    expect(mergesOf([{ ...pair, cosine: 0.98 }], POLICY)).toEqual([{ kept: 'b', dropped: 'a' }]);
    expect(mergesOf([{ ...pair, cosine: 0.9 }], POLICY)).toEqual([]);
  });

  it('M19: compares the letters where there is no vector', () => {
    const one = item('a', '周末常去城西的羽毛球馆打球，打完一起吃饭');
    expect(
      mergesOf([{ one, other: item('b', '周末常去城西的羽毛球馆打球，打完一起吃饭。'), cosine: null }], POLICY),
    ).toHaveLength(1);
    expect(mergesOf([{ one, other: item('b', '工作日常去城东的游泳馆'), cosine: null }], POLICY)).toEqual([]);
  });

  it.each([
    ['订单 1234 已经发货', '订单 1235 已经发货'],
    ['喜欢靠窗的座位', '不喜欢靠窗的座位'],
    ['I like window seats', 'I do not like window seats'],
    ['每周三例会', '每周四例会'],
  ])('M19: keeps %s beside %s: the difference is the meaning', (a, b) => {
    expect(mergesOf([{ one: item('a', a), other: item('b', b), cosine: 1 }], POLICY)).toEqual([]);
  });

  it('M19: drops nothing twice and keeps nothing that was dropped', () => {
    const [a, b, c] = [item('a', 'x1'), item('b', 'x1'), item('c', 'x1')];
    const pairs = [
      { one: a, other: b, cosine: 1 },
      { one: b, other: c, cosine: 1 },
      { one: a, other: c, cosine: 1 },
    ];
    expect(mergesOf(pairs, POLICY)).toEqual([
      { kept: 'a', dropped: 'b' },
      { kept: 'a', dropped: 'c' },
    ]);
  });
});
