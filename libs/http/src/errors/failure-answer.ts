import type { ErrorBody } from '@plinth/kernel';

/** What a caller gets for something thrown, and how it is logged: `error` means that a person must act. */
export interface FailureAnswer {
  readonly status: number;
  readonly error: ErrorBody;
  readonly headers?: Readonly<Record<string, string>>;
  readonly log: 'none' | 'warn' | 'error';
}
