import type { Guard, Share } from '../plan/guard';
import { NO_SHARE, type Paired } from '../guards/e-detector';
import { LATENCY_BOUNDS_MS, type CountBucket, type LaneCounts, type PairCounts } from './counts';

/**
 * What of a bucket a guard counts. Every guard is a question about a share: of errors, of calls slower than a bound, of
 * results that differ. `before` is what was known earlier; the bound of a latency comparison comes from it alone.
 */
export function guardedCounts(guard: Guard, bucket: CountBucket, before: CountBucket): Paired {
  switch (guard.kind) {
    case 'error_limit':
    case 'error_comparison':
      return { candidate: errorsOf(bucket.candidate), baseline: errorsOf(bucket.baseline) };
    case 'latency_limit':
      return slowerThan(bucket, boundAtLeast(guard.limitMs));
    case 'latency_comparison':
      return slowerThan(bucket, bucketOfQuantile(before.baseline.latency, guard.quantile));
    case 'disagreement':
      return { candidate: differencesOf(bucket.pairs), baseline: differencesOf(bucket.noise) };
  }
}

const errorsOf = ({ calls, attributableErrors }: LaneCounts): Share => ({ events: attributableErrors, of: calls });
const differencesOf = ({ compared, differed }: PairCounts): Share => ({ events: differed, of: compared });

function slowerThan({ candidate, baseline }: CountBucket, last: number | undefined): Paired {
  const share = ({ latency }: LaneCounts): Share =>
    last === undefined ? NO_SHARE : { events: sum(latency.slice(last + 1)), of: sum(latency) };
  return { candidate: share(candidate), baseline: share(baseline) };
}

/** The bucket that holds the limit counts as fast: a limit between two bounds is read generously. */
function boundAtLeast(limitMs: number): number {
  const at = LATENCY_BOUNDS_MS.findIndex((bound) => limitMs <= bound);
  return at === -1 ? LATENCY_BOUNDS_MS.length - 1 : at;
}

/** The bucket in which the quantile of a histogram lies; undefined without calls. */
function bucketOfQuantile(latency: readonly number[], quantile: number): number | undefined {
  const wanted = quantile * sum(latency);
  let passed = 0;
  const at = latency.findIndex((count) => (passed += count) >= wanted && passed > 0);
  return at === -1 ? undefined : at;
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
