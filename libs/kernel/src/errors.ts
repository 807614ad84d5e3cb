/** The one error shape on every wire: HTTP wraps it as `{error: …}`, commands answer with it, models repair from it. */
export interface ErrorBody {
  /** Stable, lower_snake, enumerated per service; never a sentence. */
  readonly code: string;
  /** For a person; holds no user content and no secret. */
  readonly message: string;
  readonly retryable: boolean;
  /** Path of the offending field, JSON-pointer style without the leading slash, e.g. `user.external_id`. */
  readonly field?: string | undefined;
  /** The rule that the field broke, e.g. `required`, `max_length`. */
  readonly rule?: string | undefined;
}

/** A failure whose repetition may succeed: the store is away, the outcome is unknown. The bus retries it with back-off. */
export class TransientError extends Error {
  readonly retryable = true;

  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'TransientError';
  }
}

/** A failure that repetition cannot mend: the message is parked at once. */
export class PermanentError extends Error {
  readonly retryable = false;

  constructor(
    readonly code: string,
    message: string,
    readonly detail: { readonly field?: string; readonly rule?: string } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'PermanentError';
  }
}

/** A refusal is an answer, not a failure: use cases return it, adapters map `kind` to their protocol once. */
export interface Refusal {
  readonly refused: true;
  readonly kind: RefusalKind;
  readonly error: ErrorBody;
}

export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'outdated'
  | 'too_large'
  | 'overloaded'
  | 'unavailable';

export function refuse(
  kind: RefusalKind,
  code: string,
  message: string,
  detail: { field?: string; rule?: string } = {},
): Refusal {
  return {
    refused: true,
    kind,
    error: { code, message, retryable: kind === 'overloaded' || kind === 'unavailable', ...detail },
  };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { refused?: unknown }).refused === true;
}

/** The wire shape of any thrown value: bugs become `internal` without their text. */
export function errorBodyOf(error: unknown): ErrorBody {
  if (error instanceof TransientError) return { code: error.code, message: error.message, retryable: true };
  if (error instanceof PermanentError)
    return { code: error.code, message: error.message, retryable: false, ...error.detail };
  return {
    code: 'internal',
    message: 'An internal error occurred; the log has it under this request id.',
    retryable: false,
  };
}
