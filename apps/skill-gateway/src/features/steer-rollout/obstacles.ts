import type { SkillManifest } from '@plinth/contracts';
import { refuse, type Refusal, type RefusalKind } from '@plinth/kernel';
import type { RefusalCode, Refused } from '@plinth/rollout';
import type { RegisteredSkill } from '../../domain/catalogue/catalogue';
import type { RolloutCommand } from '../../domain/rollout/command';
import type { Move } from '../../domain/rollout/in-turn';
import { shadowObstacle } from '../../domain/rollout/shadow-stage';

/** What a command names, or the rollout has, must be registered, and a candidate must be another version. */
export function versionObstacle({ rollout, versions }: RegisteredSkill, command: RolloutCommand): Refusal | undefined {
  if (command.kind === 'start' && rollout.candidate !== undefined && !versions.has(rollout.candidate))
    return unknownVersion('candidate');
  if (command.kind !== 'share' && command.kind !== 'configure') return undefined;
  const { baseline = rollout.baseline, candidate } = command;
  if (!versions.has(baseline)) return unknownVersion('baseline');
  if (candidate !== undefined && !versions.has(candidate)) return unknownVersion('candidate');
  if (candidate !== baseline) return undefined;
  return refuse('invalid', 'invalid_request', '`candidate` must differ from the baseline.', {
    field: 'candidate',
    rule: 'different',
  });
}

/** Nothing that acts enters a comparison run without an offer to act as if (S8). */
export function stageObstacle(
  { kind }: RolloutCommand,
  { state }: Move,
  candidate: SkillManifest | undefined,
): Refusal | undefined {
  if (kind !== 'start' && kind !== 'promote') return undefined;
  const entered = state.status === 'running' ? state.plan.stages[state.stage] : undefined;
  const why = shadowObstacle(entered, candidate);
  return why === undefined ? undefined : refuse('conflict', 'shadow_not_possible', why, { rule: 'shadow' });
}

const KIND_OF = {
  no_candidate: 'conflict',
  wrong_status: 'conflict',
  in_progress: 'conflict',
  person_needed: 'conflict',
  unknown_stage: 'invalid',
} as const satisfies Record<RefusalCode, RefusalKind>;

export function refusalOfEngine({ code, message }: Refused): Refusal {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return refuse(KIND_OF[code], code, text, code === 'unknown_stage' ? { field: 'stage', rule: 'planned' } : {});
}

const REGISTER =
  'a provider of PLINTH_SKILL_PROVIDERS that serves it is read every 15 s; POST /v1/skills takes it at once.';

function unknownVersion(field: 'baseline' | 'candidate'): Refusal {
  return refuse('invalid', 'invalid_request', `\`${field}\` names a version that is not registered: ${REGISTER}`, {
    field,
    rule: 'registered',
  });
}
