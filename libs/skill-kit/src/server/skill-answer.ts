import type { ErrorBody } from '@plinth/kernel';

/** What one call came to, before a protocol words it. */
export type SkillAnswer =
  | {
      readonly kind: 'answered';
      readonly result: Record<string, unknown>;
      readonly receipt: Record<string, unknown> | undefined;
    }
  /** An error of the contract, or a breach of its schemas. */
  | { readonly kind: 'failed'; readonly error: ErrorBody }
  /** The call was not begun. */
  | { readonly kind: 'refused'; readonly reason: CallRefusal; readonly error: ErrorBody }
  /** The time was up, or the caller has gone, and what only reads stopped. */
  | { readonly kind: 'stopped'; readonly error: ErrorBody };

export type CallRefusal = 'invalid' | 'overloaded';

export const refused = (reason: CallRefusal, code: string, message: string): SkillAnswer => ({
  kind: 'refused',
  reason,
  error: { code, message, retryable: reason === 'overloaded' },
});
