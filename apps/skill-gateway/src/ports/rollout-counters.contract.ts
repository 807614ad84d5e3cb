import { NO_LANE, NO_PAIRS } from '@plinth/rollout';
import type { CountBucket } from '../domain/rollout/rollout-record';
import type { RolloutCounters } from './rollout-counters';

const bucketOf = (id: string, calls: number): CountBucket => ({
  ...{ id, startMs: 1_000, baseline: NO_LANE, pairs: NO_PAIRS, noise: { compared: 2, differed: 1 } },
  candidate: { calls, attributableErrors: 1, latency: [0, calls] },
});

/** What every store of counts keeps; `open` gives one that nothing was counted in, and another replica's view of it. */
export function rolloutCountersContract(
  open: () => Promise<{ readonly counters: RolloutCounters; readonly other: RolloutCounters; readonly skill: string }>,
): void {
  it('S7: shows the totals of all replicas, the latest of each, however often they are handed in', async () => {
    const { counters, other, skill } = await open();
    const run = { skill, run: 1 };
    expect(await counters.read(run)).toEqual([]);
    await counters.keep(run, bucketOf('a', 3), []);
    await other.keep(run, bucketOf('b', 5), []);
    await counters.keep(run, bucketOf('a', 4), []);
    await counters.keep(run, bucketOf('a', 4), []);
    const read = await other.read(run);
    expect([...read].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([bucketOf('a', 4), bucketOf('b', 5)]);
  });

  it('forgets the buckets that are named, and no others', async () => {
    const { counters, skill } = await open();
    const run = { skill, run: 1 };
    await counters.keep(run, bucketOf('a', 3), []);
    await counters.keep(run, bucketOf('b', 5), []);
    await counters.keep(run, bucketOf('c', 1), ['a', 'never']);
    expect((await counters.read(run)).map(({ id }) => id).sort()).toEqual(['b', 'c']);
  });

  it('keeps runs and skills apart', async () => {
    const { counters, skill } = await open();
    await counters.keep({ skill, run: 1 }, bucketOf('a', 3), []);
    expect(await counters.read({ skill, run: 2 })).toEqual([]);
    expect(await counters.read({ skill: `${skill}_2`, run: 1 })).toEqual([]);
  });
}
