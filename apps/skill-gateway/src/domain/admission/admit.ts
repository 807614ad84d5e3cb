import type { DataOf, skillInvoke } from '@plinth/contracts';
import type { CallShare } from '@plinth/rollout';
import type { RegisteredSkill } from '../catalogue/catalogue';
import { refusalOf, type SkillReply } from '../outcome/skill-reply';
import { failure, type FailureDetail } from '../outcome/verdict';
import { chooseVersion, type Choice } from '../routing/choose-version';
import { subjectOf } from '../routing/subject-of';

export type Admission =
  | { readonly kind: 'admitted'; readonly choice: Choice }
  | { readonly kind: 'refused'; readonly choice: Choice | undefined; readonly reply: SkillReply };

/**
 * Whether a call may go to a provider, and to which version; nothing has been executed when it is refused. `share`: what the
 * candidate has taken of all calls, against the cap of its stage.
 */
export function admit(
  skill: RegisteredSkill | undefined,
  call: DataOf<typeof skillInvoke>,
  remainingMs: number | undefined,
  share?: CallShare,
): Admission {
  const choice = skill
    ? chooseVersion(skill, call.version, subjectOf(call.user_id, call.attributes), share)
    : 'unknown_skill';
  if (choice === 'unknown_skill') return refused(call.skill, undefined, choice, 'No such skill is registered.');
  if (choice === 'version_revoked')
    return refused(call.skill, undefined, choice, 'The pinned version was switched back, and no other can replace it.');
  const { manifest } = choice.contract;
  const violation = choice.contract.checkArguments(call.arguments);
  if (violation) {
    const message = `${violation.field ? `\`${violation.field}\`` : 'The value'} ${violation.expected}.`;
    return refused(call.skill, choice, 'invalid_arguments', message, violation);
  }
  if (manifest.confirmation_required && !call.confirmed)
    return refused(call.skill, choice, 'confirmation_required', 'The user has to confirm this first.');
  if (remainingMs !== undefined && remainingMs <= 0)
    return refused(call.skill, choice, 'timeout', 'The budget was spent before the skill could be called.');
  return { kind: 'admitted', choice };
}

function refused(
  skill: string,
  choice: Choice | undefined,
  code: string,
  message: string,
  { field, rule }: FailureDetail = {},
): Admission {
  const version = choice && {
    version: choice.contract.manifest.version,
    lane: choice.lane,
    effect: choice.contract.manifest.effect,
  };
  const reply = refusalOf({ skill, ...version }, failure('not_executed', code, message, { field, rule }));
  return { kind: 'refused', choice, reply };
}
