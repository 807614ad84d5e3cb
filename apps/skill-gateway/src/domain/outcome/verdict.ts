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

function withoutAbsent({ field, rule }: FailureDetail): FailureDetail {
  return { ...(field !== undefined && { field }), ...(rule !== undefined && { rule }) };
}
