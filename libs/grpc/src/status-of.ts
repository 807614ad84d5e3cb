import { status } from '@grpc/grpc-js';
import { HttpRefusal } from '@plinth/http';
import { errorBodyOf, PermanentError, TransientError, type ErrorBody, type RefusalKind } from '@plinth/kernel';

/** The gRPC code of each kind of refusal; the only place that knows both. */
export const CODE_OF = {
  invalid: status.INVALID_ARGUMENT,
  unauthenticated: status.UNAUTHENTICATED,
  forbidden: status.PERMISSION_DENIED,
  not_found: status.NOT_FOUND,
  conflict: status.FAILED_PRECONDITION,
  gone: status.FAILED_PRECONDITION,
  outdated: status.ABORTED,
  too_large: status.RESOURCE_EXHAUSTED,
  overloaded: status.RESOURCE_EXHAUSTED,
  unavailable: status.UNAVAILABLE,
} as const satisfies Record<RefusalKind, status>;

/** What a caller gets for something thrown, and how it is logged: `error` means that a person must act. */
export interface FailedCall {
  readonly code: status;
  readonly error: ErrorBody;
  readonly log: 'none' | 'warn' | 'error';
}

export function statusOf(thrown: unknown): FailedCall {
  if (thrown instanceof HttpRefusal)
    return { code: CODE_OF[thrown.refusal.kind], error: thrown.refusal.error, log: 'none' };
  const error = errorBodyOf(thrown);
  if (thrown instanceof TransientError) return { code: status.UNAVAILABLE, error, log: 'warn' };
  if (thrown instanceof PermanentError && thrown.detail.field !== undefined)
    return { code: status.INVALID_ARGUMENT, error, log: 'none' };
  return { code: status.INTERNAL, error, log: 'error' };
}
