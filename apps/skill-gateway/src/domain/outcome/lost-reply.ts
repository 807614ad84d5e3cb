import type { EffectClass, Lane } from '@plinth/contracts';
import { refusalOf, type SkillReply } from './skill-reply';
import { failure } from './verdict';

/** The answer to a command whose own answer was lost for good: what may have acted is unknown, a read has failed. */
export function lostReply(of: {
  readonly skill: string;
  readonly version?: string | undefined;
  readonly lane?: Lane | undefined;
  readonly effect?: EffectClass | undefined;
}): SkillReply {
  const { skill, version, lane, effect } = of;
  return refusalOf(
    {
      skill,
      ...(version !== undefined && { version }),
      ...(lane !== undefined && { lane }),
      ...(effect !== undefined && { effect }),
    },
    effect === 'read'
      ? failure('failed', 'answer_lost', 'The answer of the skill was lost.')
      : failure('unknown', 'outcome_unknown', 'The answer of the skill was lost; it may have acted.'),
  );
}
