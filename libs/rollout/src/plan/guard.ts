/** What a guard does beside its verdict. */
interface GuardRule {
  /** No verdict before so many calls of the candidate. */
  readonly minSamples: number;
  /** Bound on the chance of a false alarm over the whole life of the rollout, 0 … 1. */
  readonly alpha: number;
  /** What a failure does: take the candidate back, or only stop automatic promotion. */
  readonly onFail: 'switch_back' | 'hold';
  /** Whether an automatic promotion needs a pass; if not, an inconclusive verdict suffices. */
  readonly required: boolean;
}

/** The candidate's share of attributable errors must stay at `limit` or under it, whatever the baseline does. */
export interface ErrorLimit extends GuardRule {
  readonly kind: 'error_limit';
  readonly limit: number;
}

/** The candidate's share of errors must not exceed the baseline's by more than `tolerance` (a difference of shares). */
export interface ErrorComparison extends GuardRule {
  readonly kind: 'error_comparison';
  readonly tolerance: number;
}

/** The candidate's `quantile` of latency (0.95 for P95) must stay at `limitMs` or under it. */
export interface LatencyLimit extends GuardRule {
  readonly kind: 'latency_limit';
  readonly quantile: number;
  readonly limitMs: number;
}

/** Of the candidate's calls no larger share (but for `tolerance`) may be slower than the baseline's `quantile`. */
export interface LatencyComparison extends GuardRule {
  readonly kind: 'latency_comparison';
  readonly quantile: number;
  readonly tolerance: number;
}

/** The candidate must not disagree with the baseline more often than the baseline with itself, but for `tolerance`. */
export interface DisagreementComparison extends GuardRule {
  readonly kind: 'disagreement';
  readonly tolerance: number;
}

export type Guard = ErrorLimit | ErrorComparison | LatencyLimit | LatencyComparison | DisagreementComparison;
export type GuardKind = Guard['kind'];

/** `inconclusive` is a verdict of its own: nobody acts on it, and automatic promotion waits. */
export type Verdict = 'pass' | 'fail' | 'inconclusive';

export interface GuardReport {
  readonly guard: GuardKind;
  readonly verdict: Verdict;
  readonly reason: GuardReason;
  /** What was seen, for people: shares of 0 … 1 over the time that decided. */
  readonly candidate: Share;
  readonly baseline: Share;
  /** The limit or tolerance that was applied. */
  readonly bound: number;
}

export type GuardReason =
  'no_traffic' | 'too_few_samples' | 'no_baseline_traffic' | 'undecided' | 'within_bound' | 'beyond_bound';

/** `events` of `of` calls. */
export interface Share {
  readonly events: number;
  readonly of: number;
}
