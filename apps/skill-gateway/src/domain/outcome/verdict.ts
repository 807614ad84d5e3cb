import type { FailureOutcome } from '@plinth/contracts';
import type { ErrorBody, JsonObject } from '@plinth/kernel';

/** What one answer of a provider means under the contract. */
export type Verdict =
  { readonly kind: 'succeeded'; readonly result: JsonObject; readonly receipt: JsonObject | undefined } | Failure;

export interface Failure {
  readonly kind: 'failed';
  readonly outcome: FailureOutcome;
  readonly error: ErrorBody;
  /** Whether the same request, under the same key, may be made again. */
  readonly repeatable: boolean;
  /** Milliseconds after which a new command may fare better, where that is known. */
  readonly retryAfterMs?: number;
}

export type FailureDetail = { readonly field?: string | undefined; readonly rule?: string | undefined };

/** `error.retryable` speaks to the caller: whether a new command may fare better. */
export function failure(
  outcome: FailureOutcome,
  code: string,
  message: string,
  { repeatable = false, ...detail }: FailureDetail & { readonly repeatable?: boolean } = {},
): Failure {
  const retryable = repeatable && outcome !== 'unknown';
  return { kind: 'failed', outcome, error: { code, message, retryable, ...withoutAbsent(detail) }, repeatable };
}

const HELD_OFF = {
  circuit_open: 'The provider has failed too often of late and is left alone for a while.',
  too_many_calls: 'As many calls of this skill are under way as its provider bears.',
  rate_limited: 'This skill is called more often than its provider bears.',
} as const;

/** Held off before the provider heard of it: this command is done with, another one may fare better after that time. */
export function heldOff(code: keyof typeof HELD_OFF, retryAfterMs: number): Failure {
  const { outcome, error } = failure('not_executed', code, HELD_OFF[code], { repeatable: true });
  return { kind: 'failed', outcome, error, repeatable: false, retryAfterMs: Math.ceil(retryAfterMs) };
}

function withoutAbsent({ field, rule }: FailureDetail): FailureDetail {
  return { ...(field !== undefined && { field }), ...(rule !== undefined && { rule }) };
}
