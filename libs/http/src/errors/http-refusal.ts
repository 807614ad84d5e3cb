import { isRefusal, type Refusal, type RefusalKind } from '@plinth/kernel';

/** The HTTP status of each kind of refusal; the only place that knows both. */
export const STATUS_OF = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  outdated: 412,
  too_large: 413,
  overloaded: 429,
  unavailable: 503,
} as const satisfies Record<RefusalKind, number>;

/** Carries a refusal from a controller to the error filter. */
export class HttpRefusal extends Error {
  constructor(
    readonly refusal: Refusal,
    /** For `overloaded` and `unavailable`: when the caller may come back. */
    readonly retryAfterSeconds = 1,
  ) {
    super(refusal.error.code);
    this.name = 'HttpRefusal';
  }
}

export function throwRefusal(refusal: Refusal, retryAfterSeconds?: number): never {
  throw new HttpRefusal(refusal, retryAfterSeconds);
}

/** The result of a use case, or its refusal as an HTTP answer. */
export function orThrow<T>(result: T | Refusal): T {
  return isRefusal(result) ? throwRefusal(result) : result;
}
