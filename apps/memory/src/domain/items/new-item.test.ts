import { momentsOf } from './happened';
import { newItem } from './new-item';

const SAID = Date.UTC(2024, 4, 20, 2);
const item = (content: string, more: Partial<Parameters<typeof newItem>[0]> = {}) =>
  newItem({
    id: 'i',
    kind: 'fact',
    content,
    sourceId: 's',
    sourceType: 'user',
    confidence: 0.6,
    observedAtMs: SAID,
    ...more,
  });

describe('newItem', () => {
  it('M7: carries all that an item has to, with what was not given as it is by default', () => {
    expect(item('喝龙井')).toMatchObject({
      status: 'active',
      importance: 0.5,
      validFromMs: SAID,
      happenedFromMs: SAID,
      language: 'zh',
      derivedFrom: [],
    });
  });

  it('M7: the same statement in other width, case and spacing has the same hash, another statement another', () => {
    const hashes = ['Prefers  ＴＥＡ', 'prefers tea', 'Prefers coffee'].map((content) => item(content).contentHash);
    expect([hashes[0] === hashes[1], hashes[0] === hashes[2]]).toEqual([true, false]);
  });

  it('M7: episodes are told apart by their source, so that what happened twice is two things', () => {
    const [one, two] = ['t1', 't2'].map((sourceId) => item('推荐：取件', { kind: 'episode', sourceId }).contentHash);
    expect(one).not.toBe(two);
  });

  it.each([
    ['[2023-04-27] 我去了公园', Date.UTC(2023, 3, 27), 86_400_000],
    ['2023-04-27 09:30 开会', Date.UTC(2023, 3, 27, 9, 30), 60_000],
    ['[2023-02-30] 没有这一天', SAID, 1],
    ['我去了公园', SAID, 1],
  ])('M7: %s speaks of the time that it begins with, else of the moment of its source', (content, fromMs, lengthMs) => {
    expect(momentsOf(content, SAID)).toEqual({ fromMs, untilMs: fromMs + lengthMs });
  });
});
