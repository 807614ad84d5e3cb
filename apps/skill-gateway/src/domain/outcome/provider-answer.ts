/** What came of one request to a provider, before anybody judged it. */
export type ProviderAnswer =
  | { readonly kind: 'answered'; readonly result: unknown; readonly receipt: unknown }
  | ProviderRefusal
  /** A success whose body is no answer: not JSON, not the shape, too long or too deep, or not to be read for another reason. */
  | { readonly kind: 'garbled'; readonly rule: 'not_json' | 'wrong_shape' | 'too_large' | 'max_depth' | 'unreadable' }
  /** The provider cannot have seen the request. */
  | { readonly kind: 'not_sent' }
  /** The connection broke after the provider may have seen the request. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'timeout' }
  /** As `timeout`, but it was the caller's time that ended, before the contract's. */
  | { readonly kind: 'cut_short' }
  /** Nobody waited any more. */
  | { readonly kind: 'cancelled' };

export interface ProviderRefusal {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
  /** For people, in the words of its protocol: `status 503`. */
  readonly answeredWith: string;
  readonly error: ProviderError | undefined;
}

/** What an answer that is no success says of the request, whatever protocol it came by. */
export type RefusalReason =
  /** The provider takes no such arguments; nothing was done. */
  | 'invalid_arguments'
  /** It does not serve this version; nothing was done. */
  | 'absent'
  /** It takes no more calls at the moment; nothing was done. */
  | 'overloaded'
  /** Something on the way answers for it: nobody knows whether it has seen the request. */
  | 'unavailable'
  /** It refuses this request; nothing was done. */
  | 'rejected'
  /** It failed at the request, or answered what nobody knows; it may have acted. */
  | 'broke';

export interface ProviderError {
  readonly code: string;
  readonly message: string;
  readonly field: string | undefined;
  readonly rule: string | undefined;
}
