/** Which versions of a skill serve. Shares are 0 … 1. */
export interface Rollout {
  readonly skill: string;
  readonly baseline: string;
  /** With a weight of 0 the candidate serves only those that have pinned it. */
  readonly candidate: string | undefined;
  readonly weight: number;
  /** Versions that were switched back; whoever has pinned one falls back to the baseline (T4). */
  readonly revoked: readonly string[];
  /** Counts the changes. */
  readonly revision: number;
}

export interface RolloutChange {
  readonly baseline: string;
  readonly candidate: string | undefined;
  readonly weight: number;
}

/** A candidate that is taken away without having become the baseline is revoked; what serves again no longer is. */
export function changeRollout(current: Rollout, { baseline, candidate, weight }: RolloutChange): Rollout {
  const serving = [baseline, candidate];
  const left = current.candidate === undefined || serving.includes(current.candidate) ? [] : [current.candidate];
  const revoked = [...new Set([...current.revoked, ...left])].filter((version) => !serving.includes(version));
  return { skill: current.skill, baseline, candidate, weight, revoked, revision: current.revision + 1 };
}
