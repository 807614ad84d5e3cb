import type { Lane } from '@plinth/contracts';
import { refusalOf, type SkillReply } from './skill-reply';
import { failure } from './verdict';

/** The answer to a command whose record was erased with its user; what it did is told nobody any more. */
export function erasedReply(of: {
  readonly skill: string;
  readonly version: string | undefined;
  readonly lane: Lane | undefined;
}): SkillReply {
  const { skill, version, lane } = of;
  return refusalOf(
    { skill, ...(version !== undefined && { version }), ...(lane !== undefined && { lane }) },
    failure('failed', 'erased', 'What this command did was erased with its user.'),
  );
}
