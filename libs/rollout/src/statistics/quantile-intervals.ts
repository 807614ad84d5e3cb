import { binomialCdf } from './distributions';
import { CONFIDENCE, type Interval } from './interval';

/**
 * Interval of a quantile (0.95 for P95) between two order statistics, whatever the distribution, from a histogram: the ends are bounds of
 * their buckets, outward; the estimate is drawn evenly within its bucket. Undefined while there are too few values for both ends (P95 at
 * 95 % needs 72), and when an end lies above the last bound. David, Nagaraja, Order Statistics (2003), 7.1.
 */
export function histogramQuantile(
  counts: readonly number[],
  bounds: readonly number[],
  quantile: number,
  confidence = CONFIDENCE,
): Interval | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const ranks = ranksOf(total, quantile, confidence);
  if (!ranks) return undefined;
  const low = bucketOfRank(counts, ranks.low);
  const high = bounds[bucketOfRank(counts, ranks.high).at];
  const middle = bucketOfRank(counts, Math.ceil(quantile * total));
  const top = bounds[middle.at];
  if (high === undefined || top === undefined) return undefined;
  const floor = bounds[middle.at - 1] ?? 0;
  const estimate = floor + ((top - floor) * (quantile * total - middle.before)) / (counts[middle.at] ?? 1);
  return { estimate, low: bounds[low.at - 1] ?? 0, high };
}

function bucketOfRank(counts: readonly number[], rank: number): { at: number; before: number } {
  let before = 0;
  const at = counts.findIndex((count) => {
    if (before + count >= rank) return true;
    before += count;
    return false;
  });
  return { at, before };
}

/** Ranks from 1, each end with at most half of the error. */
function ranksOf(n: number, quantile: number, confidence: number): { low: number; high: number } | undefined {
  const half = (1 - confidence) / 2;
  const low = firstRank(n, (rank) => binomialCdf(rank, n, quantile) > half);
  const high = firstRank(n, (rank) => binomialCdf(rank - 1, n, quantile) >= 1 - half);
  return low >= 1 && high <= n ? { low, high } : undefined;
}

/** The first rank from 0 on that holds, for a condition that goes on holding; `n + 1` if none does. */
function firstRank(n: number, holds: (rank: number) => boolean): number {
  let [from, to] = [0, n + 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
