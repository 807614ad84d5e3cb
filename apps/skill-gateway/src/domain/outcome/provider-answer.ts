/** What came of one request to a provider, before anybody judged it. */
export type ProviderAnswer =
  | { readonly kind: 'answered'; readonly result: unknown; readonly receipt: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly error: ProviderError | undefined }
  /** A success whose body is no answer: not JSON, not the shape, too long or too deep, or not to be read for another reason. */
  | { readonly kind: 'garbled'; readonly rule: 'not_json' | 'wrong_shape' | 'too_large' | 'max_depth' | 'unreadable' }
  /** The provider cannot have seen the request. */
  | { readonly kind: 'not_sent' }
  /** The connection broke after the provider may have seen the request. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'timeout' };

export interface ProviderError {
  readonly code: string;
  readonly message: string;
  readonly field: string | undefined;
  readonly rule: string | undefined;
}
