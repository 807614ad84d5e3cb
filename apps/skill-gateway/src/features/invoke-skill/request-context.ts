import type { CommandOrigin, InvocationInput } from '../../ports/invocation-ledger';
import type { SkillRequest } from '../../ports/skill-provider';

interface Asking {
  readonly origin: Pick<CommandOrigin, 'tenant' | 'session' | 'turn'>;
  readonly userId: string;
}

/** For whom and where a provider is asked; what there is none of is an empty text. */
export const requestContext = (
  { origin, userId }: Asking,
  { locale, attributes }: Pick<InvocationInput, 'locale' | 'attributes'>,
): SkillRequest['context'] => ({
  tenant: origin.tenant,
  user_id: userId,
  session_id: origin.session ?? '',
  turn_id: origin.turn ?? '',
  locale,
  attributes,
});
