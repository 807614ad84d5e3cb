/** What a provider says of an effect that it was asked about by its key. */
export type EffectState =
  /** It happened, and this is what was answered. */
  | { readonly kind: 'known'; readonly result: unknown; readonly receipt: unknown }
  /** It is under way. */
  | { readonly kind: 'pending' }
  /** The provider has worked on no such key; a request that is still on its way may come to it yet. */
  | { readonly kind: 'not_known' }
  /** It does not offer the look-up, or has not answered in a form that can be read. */
  | { readonly kind: 'cannot_tell' };
