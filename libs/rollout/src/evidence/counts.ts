/** Upper bounds of the latency buckets in milliseconds, inclusive; one more bucket holds what is slower than the last. */
export const LATENCY_BOUNDS_MS: readonly number[] = [
  ...[1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200, 300, 400, 500, 600, 800],
  ...[1_000, 1_200, 1_500, 1_800, 2_000, 2_500, 3_000, 4_000, 5_000, 7_500, 10_000, 15_000, 30_000],
];

/** The place of a latency in `LaneCounts.latency`. */
export function latencyBucketOf(latencyMs: number): number {
  const at = LATENCY_BOUNDS_MS.findIndex((bound) => latencyMs <= bound);
  return at === -1 ? LATENCY_BOUNDS_MS.length : at;
}

/** Calls of one version. */
export interface LaneCounts {
  /** Judged calls: those that succeeded and those that failed by the version's fault. What is nobody's fault is not here. */
  readonly calls: number;
  /** Of them, those that failed by the version's fault. */
  readonly attributableErrors: number;
  /** Judged calls by `LATENCY_BOUNDS_MS`; shorter lists are filled up with zeros. */
  readonly latency: readonly number[];
}

/** Results that were compared, and those of them that differed. */
export interface PairCounts {
  readonly compared: number;
  readonly differed: number;
}

/**
 * The totals so far of one stretch of time, of one replica or of all. Counts only grow; the same bucket may be handed in again
 * as often as one likes, and grown or not it counts once.
 */
export interface CountBucket {
  /** Unique in the run. */
  readonly id: string;
  readonly startMs: number;
  /** Live and shadow calls. */
  readonly candidate: LaneCounts;
  readonly baseline: LaneCounts;
  /** The candidate against the baseline. */
  readonly pairs: PairCounts;
  /** The baseline against itself. */
  readonly noise: PairCounts;
}

export const NO_LANE: LaneCounts = { calls: 0, attributableErrors: 0, latency: [] };
export const NO_PAIRS: PairCounts = { compared: 0, differed: 0 };
