import { languageOf, type DataOf, type skillInvoke } from '@plinth/contracts';
import type { JsonObject } from '@plinth/kernel';
import type { CallShare } from '@plinth/rollout';
import type { RegisteredSkill } from '../catalogue/catalogue';
import { readArguments, type ArgumentReading } from '../contract/read-arguments';
import type { Repair } from '../contract/repair/repair';
import { rulePhrase } from '../contract/rule-phrases';
import { refusalOf, versionOf, type Mending, type SkillReply } from '../outcome/skill-reply';
import { failure, type FailureDetail } from '../outcome/verdict';
import { chooseVersion, type Choice } from '../routing/choose-version';
import { subjectOf } from '../routing/subject-of';

export type Admission =
  | {
      readonly kind: 'admitted';
      readonly choice: Choice;
      /** What the skill is called with: as given, or mended where `repairs` says so (S3). */
      readonly args: JsonObject;
      readonly repairs: readonly Repair[];
    }
  | { readonly kind: 'refused'; readonly choice: Choice | undefined; readonly reply: SkillReply };

/** A turn has pinned what served it once, and lets go of it when it is revoked; a client names a version itself, and may err. */
export type Asker = 'turn' | 'client';

/**
 * Whether a call may go to a provider, and to which version; nothing has been executed when it is refused. `share`: what the
 * candidate has taken of all calls, against the cap of its stage.
 */
export function admit(
  skill: RegisteredSkill | undefined,
  call: DataOf<typeof skillInvoke>,
  remainingMs: number | undefined,
  { asker = 'turn', share }: { readonly asker?: Asker; readonly share?: CallShare | undefined } = {},
): Admission {
  const choice = skill
    ? chooseVersion(skill, call.version, subjectOf(call.user_id, call.attributes), share)
    : 'unknown_skill';
  if (choice === 'unknown_skill') return refused(call.skill, undefined, choice, 'No such skill is registered.');
  if (choice === 'version_not_found' && asker === 'client')
    return refused(call.skill, undefined, choice, 'No such version is registered.', {
      field: 'version',
      rule: 'known',
    });
  if (choice === 'version_not_found' || choice === 'version_revoked')
    return refused(
      call.skill,
      undefined,
      'version_revoked',
      'The pinned version was switched back, and no other can replace it.',
    );
  const { manifest } = choice.contract;
  const reading = readArguments(choice.contract, call.arguments);
  if (reading.kind === 'refused') return refusedArguments(call, choice, reading);
  if (manifest.confirmation_required && !call.confirmed)
    return refused(call.skill, choice, 'confirmation_required', 'The user has to confirm this first.');
  if (remainingMs !== undefined && remainingMs <= 0)
    return refused(call.skill, choice, 'timeout', 'The budget was spent before the skill could be called.');
  return { kind: 'admitted', choice, args: reading.args, repairs: reading.repairs };
}

/** With all that is wrong, in the language of the call, and what may have been meant: a model mends it from that (S3). */
function refusedArguments(
  call: DataOf<typeof skillInvoke>,
  choice: Choice,
  { errors, proposal }: Extract<ArgumentReading, { kind: 'refused' }>,
): Admission {
  const [first] = errors;
  const message = `${first?.field ? `\`${first.field}\`` : 'The value'} ${first?.expected ?? 'does not fit'}.`;
  const language = languageOf(call.locale);
  const violations = errors.map(({ field, rule, expected, params }) => ({
    field,
    rule,
    expected: params ? rulePhrase(rule, params, language) : expected,
  }));
  const meant = proposal && isTellable(proposal.args) && { arguments: proposal.args, repairs: [...proposal.repairs] };
  return refused(call.skill, choice, 'invalid_arguments', message, first, {
    violations,
    ...(meant && { proposal: meant }),
  });
}

/** A reply travels in one message. */
const isTellable = (args: JsonObject): boolean => JSON.stringify(args).length <= MAX_PROPOSAL_CHARACTERS;
const MAX_PROPOSAL_CHARACTERS = 32_768;

function refused(
  skill: string,
  choice: Choice | undefined,
  code: string,
  message: string,
  { field, rule }: FailureDetail = {},
  mending?: Mending,
): Admission {
  const asked = choice ? versionOf(choice.contract, choice.lane) : { skill };
  const reply = refusalOf(asked, failure('not_executed', code, message, { field, rule }), mending);
  return { kind: 'refused', choice, reply };
}
