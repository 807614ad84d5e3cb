import type { EffectState } from '../../../domain/outcome/effect-state';
import type { ProviderAnswer } from '../../../domain/outcome/provider-answer';
import { SkillProvider, type EffectLookUp, type SkillRequest } from '../../../ports/skill-provider';
import { schemeOf, type Scheme } from './schemes';

/** Every provider by the way that its address names. What none can reach was not sent. */
export class ProviderByScheme extends SkillProvider {
  constructor(private readonly providers: Readonly<Partial<Record<Scheme, SkillProvider>>>) {
    super();
  }

  async call(request: SkillRequest): Promise<ProviderAnswer> {
    return (await this.at(request.url)?.call(request)) ?? { kind: 'not_sent' };
  }

  override async lookUp(lookUp: EffectLookUp): Promise<EffectState> {
    return (await this.at(lookUp.url)?.lookUp(lookUp)) ?? { kind: 'cannot_tell' };
  }

  private at(url: string): SkillProvider | undefined {
    const scheme = schemeOf(url);
    return scheme && this.providers[scheme];
  }
}
