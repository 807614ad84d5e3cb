import type { Guard, Verdict } from '../plan/guard';
import type { Paired } from './e-detector';

/** A guard as its test sees it: the largest share of events, or the largest difference of shares, and the false alarms allowed. */
export interface Rule {
  readonly bound: number;
  readonly alpha: number;
}

export interface Judged {
  readonly verdict: Verdict;
  /** The counts that decided, or those of the stage. */
  readonly seen: Paired;
}

export function ruleOf(guard: Guard): Rule {
  const { alpha } = guard;
  switch (guard.kind) {
    case 'error_limit':
      return { alpha, bound: guard.limit };
    case 'latency_limit':
      return { alpha, bound: 1 - guard.quantile };
    case 'error_comparison':
    case 'latency_comparison':
    case 'disagreement':
      return { alpha, bound: guard.tolerance };
  }
}
