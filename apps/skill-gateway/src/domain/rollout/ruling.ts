import type { SkillManifest } from '@plinth/contracts';
import { decide, judge, watch, type CountBucket, type Evidence, type Moved } from '@plinth/rollout';
import type { Rollout } from './rollout';
import { shadowObstacle } from './shadow-stage';

/** What a rollout is judged by, at one moment. */
export interface Watched {
  readonly rollout: Rollout;
  /** As far as it was kept. */
  readonly evidence: Evidence | undefined;
  /** Of late, of all replicas; as often as one likes. */
  readonly buckets: readonly CountBucket[];
  readonly candidate: SkillManifest | undefined;
}

export interface Ruling {
  readonly rollout: Rollout;
  readonly evidence: Evidence;
  /** What the evidence leads to by itself. */
  readonly moved: Moved | undefined;
}

/** Takes the counts in and decides. A promotion into a stage that the candidate may not enter waits for a person. */
export function ruleOn({ rollout, evidence: known, buckets, candidate }: Watched, nowMs: number): Ruling {
  const evidence = watch(rollout, known, buckets, nowMs);
  const decision = decide(rollout, judge(rollout, evidence), nowMs);
  if (decision.kind === 'hold') return { rollout, evidence, moved: undefined };
  const entered = decision.entry.action === 'promote' ? decision.state.plan.stages[decision.state.stage] : undefined;
  const moved = shadowObstacle(entered, candidate) === undefined ? decision : undefined;
  return { rollout, evidence, moved };
}
