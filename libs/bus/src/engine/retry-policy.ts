import { PermanentError, TransientError } from '@plinth/kernel';

/** What the engine must do next about something that a handler threw. */
export type FailureKind = 'outage' | 'transient' | 'permanent';

/** Codes by which our adapters say that a whole store or the broker is away: no message is to blame for that. */
const OUTAGE_CODES: ReadonlySet<string> = new Set(['bus_unavailable', 'postgres_unavailable', 'redis_unavailable']);

/** Anything that is neither Transient nor Permanent, an Error or not, is a bug: repeating it would only repeat it. */
export function kindOf(error: unknown): FailureKind {
  if (error instanceof PermanentError) return 'permanent';
  if (error instanceof TransientError) return OUTAGE_CODES.has(error.code) ? 'outage' : 'transient';
  return 'permanent';
}

export interface RetryPolicy {
  /** Calls of the handler before the message is parked; those that met an outage do not count. */
  readonly maxTries: number;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** From here on an outage counts like any transient failure: a message that brings a store down must end somewhere. */
  readonly outageToleranceMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = {
  maxTries: 5,
  baseDelayMs: 200,
  maxDelayMs: 5_000,
  outageToleranceMs: 120_000,
};

/**
 * Exponential back-off with full jitter: uniform in [0, min(max, base·2ⁿ)) for the n-th repetition, counted from 0.
 * Source: M. Brooker, “Exponential Backoff And Jitter”, AWS Architecture Blog, 2015. `random` gives [0, 1).
 */
export function backoffMs(policy: RetryPolicy, repetition: number, random: () => number): number {
  return random() * Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** Math.min(repetition, 30));
}
