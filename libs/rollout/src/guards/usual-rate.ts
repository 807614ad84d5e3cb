import type { Share } from '../plan/guard';
import { NO_SHARE, plus } from './e-detector';

const LAG_CALLS = 500;

/**
 * The share of a version's calls that usually fail: over its life, but for its last 500 to 1,000 calls, so that a change is
 * never part of what it is measured against.
 */
export interface UsualRate {
  readonly settled: Share;
  readonly last: Share;
  readonly open: Share;
}

export const UNKNOWN_RATE: UsualRate = { settled: NO_SHARE, last: NO_SHARE, open: NO_SHARE };

export function withCalls({ settled, last, open }: UsualRate, calls: Share): UsualRate {
  const filled = plus(open, calls);
  return filled.of < LAG_CALLS
    ? { settled, last, open: filled }
    : { settled: plus(settled, last), last: filled, open: NO_SHARE };
}

/** Less its standard error, so that chance alone does not excuse more; zero while too little is known. */
export function usualRateOf({ settled: { events, of } }: UsualRate): number {
  if (of < LAG_CALLS) return 0;
  const rate = events / of;
  return Math.max(0, rate - Math.sqrt((rate * (1 - rate)) / of));
}
