import { NO_LANE, NO_PAIRS, type CountBucket, type LaneCounts } from './counts';

/** A bucket with nothing in it but what is told. */
export const bucketWith = (id: string, startMs: number, counts: Partial<CountBucket> = {}): CountBucket => ({
  ...{ id, startMs, candidate: NO_LANE, baseline: NO_LANE, pairs: NO_PAIRS, noise: NO_PAIRS },
  ...counts,
});

export const laneWith = (calls: number, attributableErrors = 0, latency: readonly number[] = []): LaneCounts => ({
  ...{ calls, attributableErrors, latency },
});
