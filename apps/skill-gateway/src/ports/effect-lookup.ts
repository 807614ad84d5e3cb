import type { ProviderAnswer } from '../domain/outcome/provider-answer';
import type { SkillRequest } from './skill-provider';

export type EffectQuestion = Pick<SkillRequest, 'url' | 'skill' | 'version' | 'idempotencyKey' | 'timeoutMs'> & {
  readonly tenant: string;
};

/** What a provider tells of the effect of one key. */
export type EffectStanding =
  /** It happened, and this was the answer. */
  | { readonly kind: 'known'; readonly answer: Extract<ProviderAnswer, { readonly kind: 'answered' }> }
  | { readonly kind: 'pending' }
  /** The provider keeps keys, and never worked on this one. */
  | { readonly kind: 'not_known' }
  /** It keeps no keys, cannot be asked, or answers nothing that can be read: as much is known as before. */
  | { readonly kind: 'untold' };

/** Asks what became of an effect whose answer was not heard. */
export abstract class EffectLookup {
  /** Changes nothing. Never throws for what a provider or the way to it does. */
  abstract lookUp(question: EffectQuestion): Promise<EffectStanding>;
}
