import { rolloutName, skillOf, type Rollout } from '../../../domain/rollout/rollout';

/** A row of `rollouts`, as `to_jsonb` gives it and `jsonb_populate_record` takes it. */
export interface RolloutRow {
  readonly skill: string;
  readonly baseline: string;
  readonly candidate: string | null;
  readonly revoked: readonly string[];
  readonly revision: number;
  readonly plan: Rollout['plan'];
  readonly status: Rollout['status'];
  readonly stage: number;
  readonly entered_at_ms: number;
  readonly run: number;
}

export function rowOf({ candidate, enteredAtMs, ...rollout }: Rollout): RolloutRow {
  const { baseline, revoked, revision, plan, status, stage, run } = rollout;
  return {
    ...{ skill: skillOf(rollout), baseline, candidate: candidate ?? null, revoked, revision },
    ...{ plan, status, stage, entered_at_ms: enteredAtMs, run },
  };
}

export function rolloutOf({ skill, candidate, entered_at_ms: enteredAtMs, ...row }: RolloutRow): Rollout {
  const { baseline, revoked, revision, plan, status, stage, run } = row;
  return {
    ...{ rollout: rolloutName(skill), baseline, candidate: candidate ?? undefined, revoked, revision },
    ...{ plan, status, stage, enteredAtMs, run },
  };
}
