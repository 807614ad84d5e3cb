import type { ShownPreference } from './shown-preference';

export interface SignalLimits {
  /** What the clause must not hold. */
  readonly refuses?: RegExp;
  /** Shows it only as an answer to what was replied before, or to a long reply: “too long” may be said of a pair of trousers. */
  readonly follows?: 'reply' | 'long_reply';
}

/** A clause that shows a preference. Every pattern reads the clause from its start, but for words that show it wherever they stand. */
export type SignalRule = ShownPreference & SignalLimits & { readonly pattern: RegExp };
