import type { Lane } from '@plinth/contracts';
import { route, type CallShare, type Route, type Subject } from '@plinth/rollout';
import type { SkillContract } from '../contract/skill-contract';
import type { RegisteredSkill } from '../catalogue/catalogue';
import { isWatched, type Rollout } from '../rollout/rollout';
import { canReplace } from './can-replace';

/** What put a call where it went. */
export type ChoiceReason = Route['reason'] | 'pinned' | 'pin_revoked' | 'candidate_missing' | 'recorded';

export interface Choice {
  readonly contract: SkillContract;
  readonly lane: Lane;
  /** Of the rollout by which it was routed; undefined: outside of its stages. */
  readonly stage: string | undefined;
  readonly reason: ChoiceReason;
  /** The candidate is to run beside the baseline. */
  readonly shadow: boolean;
  /** `full`: the call's span is kept and says more (S7). */
  readonly trace: Route['trace'];
  readonly rollout: Rollout;
}

export type NoChoice = 'unknown_skill' | 'version_not_found' | 'version_revoked';

/** Before anything was counted. */
const NO_CALLS: CallShare = { candidate: 0, shadow: 0, total: 0 };

/**
 * The version that serves a call: the one that its session has pinned while that serves, else by the rollout (T4, S7).
 * A pin that was revoked gives the baseline if a caller of the pinned one can live with it; `version_not_found`: none of that number is
 * known here, nor was one switched back.
 */
export function chooseVersion(
  skill: RegisteredSkill,
  pinned: string | undefined,
  subject: Subject,
  share: CallShare = NO_CALLS,
): Choice | NoChoice {
  const { rollout, versions } = skill;
  const baseline = versions.get(rollout.baseline);
  if (pinned !== undefined) {
    const contract = versions.get(pinned);
    if (contract && !rollout.revoked.includes(pinned)) return byPin(skill, contract, pinned);
    if (!contract && !rollout.revoked.includes(pinned)) return 'version_not_found';
    const replaces = contract && baseline && canReplace(contract.manifest, baseline.manifest);
    return replaces ? { ...onBaseline(rollout, baseline), reason: 'pin_revoked' } : 'version_revoked';
  }
  const way = route(rollout, subject, share);
  const candidate = rollout.candidate === undefined ? undefined : versions.get(rollout.candidate);
  const { stage, reason, trace } = way;
  if (way.lane === 'candidate' && candidate)
    return { contract: candidate, lane: 'candidate', stage, reason, shadow: false, trace, rollout };
  if (!baseline) return 'unknown_skill';
  const plain = onBaseline(rollout, baseline);
  if (way.lane === 'candidate') return { ...plain, reason: 'candidate_missing' };
  return { ...plain, stage, reason, trace, shadow: way.shadow && candidate !== undefined };
}

/** The version that a call was given before, whatever the rollout says by now. */
export const chosenBefore = (rollout: Rollout, contract: SkillContract, lane: Lane): Choice => ({
  ...onBaseline(rollout, contract),
  lane,
  stage: lane === 'candidate' ? stageUnderWatch(rollout)?.name : undefined,
  reason: 'recorded',
});

export function laneOf({ rollout }: Pick<RegisteredSkill, 'rollout'>, version: string): Lane {
  return version === rollout.candidate ? 'candidate' : 'baseline';
}

const onBaseline = (rollout: Rollout, contract: SkillContract): Omit<Choice, 'reason'> => ({
  ...{ contract, rollout, lane: 'baseline', stage: undefined, shadow: false, trace: 'sampled' },
});

/** A pinned call of a version under watch belongs to the stage that the rollout is in. */
function byPin(skill: RegisteredSkill, contract: SkillContract, version: string): Choice {
  const { rollout } = skill;
  const lane = laneOf(skill, version);
  const current = lane === 'candidate' ? stageUnderWatch(rollout) : undefined;
  const trace = current?.trace ?? 'sampled';
  return { contract, lane, stage: current?.name, reason: 'pinned', shadow: false, trace, rollout };
}

const stageUnderWatch = (rollout: Rollout) => (isWatched(rollout) ? rollout.plan.stages[rollout.stage] : undefined);
