import type { Guard, Verdict } from '../plan/guard';
import type { Paired } from './e-detector';

/** A guard as its test sees it: the largest share of events, or the largest difference of shares, and the false alarms allowed. */
export interface Rule {
  readonly bound: number;
  readonly alpha: number;
  /** How far apart calls of the two lanes may be to be compared; of no use to a limit. */
  readonly sameTimeMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface Judged {
  readonly verdict: Verdict;
  /** The counts that decided, or those of the stage. */
  readonly seen: Paired;
}

export function ruleOf(guard: Guard): Rule {
  const common = { alpha: guard.alpha, sameTimeMs: MINUTE_MS };
  switch (guard.kind) {
    case 'error_limit':
      return { ...common, bound: guard.limit };
    case 'latency_limit':
      return { ...common, bound: 1 - guard.quantile };
    case 'error_comparison':
    case 'latency_comparison':
      return { ...common, bound: guard.tolerance };
    case 'disagreement':
      // What a version disagrees with itself about hardly depends on the hour, and is measured rarely.
      return { ...common, bound: guard.tolerance, sameTimeMs: DAY_MS };
  }
}
