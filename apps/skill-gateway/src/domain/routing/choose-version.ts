import type { Lane } from '@plinth/contracts';
import { fallsUnder } from '@plinth/rollout';
import type { SkillContract } from '../contract/skill-contract';
import type { RegisteredSkill } from '../catalogue/catalogue';
import { canReplace } from './can-replace';

export interface Choice {
  readonly contract: SkillContract;
  readonly lane: Lane;
}

export type NoChoice = 'unknown_skill' | 'version_revoked';

/**
 * The version that serves a call: the one that its session has pinned while that serves, else by the user's bucket (T4).
 * A pin that was revoked, or that is not known here, gives the baseline if a caller of the pinned one can live with it.
 */
export function chooseVersion(skill: RegisteredSkill, pinned: string | undefined, user: string): Choice | NoChoice {
  const { rollout, versions } = skill;
  const baseline = versions.get(rollout.baseline);
  if (pinned !== undefined) {
    const contract = versions.get(pinned);
    if (contract && !rollout.revoked.includes(pinned)) return { contract, lane: laneOf(skill, pinned) };
    const replaces = contract && baseline && canReplace(contract.manifest, baseline.manifest);
    return replaces ? { contract: baseline, lane: 'baseline' } : 'version_revoked';
  }
  const candidate = rollout.candidate === undefined ? undefined : versions.get(rollout.candidate);
  if (candidate && fallsUnder(rollout.weight, `skill:${rollout.skill}`, user))
    return { contract: candidate, lane: 'candidate' };
  return baseline ? { contract: baseline, lane: 'baseline' } : 'unknown_skill';
}

export function laneOf({ rollout }: RegisteredSkill, version: string): Lane {
  return version === rollout.candidate ? 'candidate' : 'baseline';
}
