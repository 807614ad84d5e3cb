import type { SkillManifest } from '@plinth/contracts';
import type { BulkheadLimits } from './bulkhead';

/** Calls of one version that one replica has under way at once, unless its manifest says less or more. */
const MAX_CONCURRENT = 64;
/** So many may wait for a place, for each place that there is. */
const WAITING_PER_PLACE = 2;
/** Longer nobody waits for a place: by then the provider is behind, and a caller does better elsewhere. */
export const LONGEST_WAIT_MS = 500;

/** What a provider bears, as its manifest declares it, on each replica. No rate means no limit of the rate. */
export function limitsOf({
  limits,
}: Pick<SkillManifest, 'limits'>): BulkheadLimits & { readonly perSecond: number | undefined } {
  const maxConcurrent = limits?.max_concurrent ?? MAX_CONCURRENT;
  return { maxConcurrent, maxWaiting: maxConcurrent * WAITING_PER_PLACE, perSecond: limits?.per_second };
}
