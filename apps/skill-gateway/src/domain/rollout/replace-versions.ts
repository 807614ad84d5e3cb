import { configure, rollback, start, type Act, type Guard, type Refused } from '@plinth/rollout';
import { inTurn, type Move } from './in-turn';
import type { Rollout } from './rollout';
import { sharePlan } from './share-plan';

export interface VersionShares {
  readonly baseline: string;
  readonly candidate: string | undefined;
  readonly weight: number;
}

/**
 * Makes two versions serve by a share at once, whatever the rollout was doing. A candidate that is taken away without having
 * become the baseline is revoked; what serves again no longer is (T4).
 */
export function replaceVersions(
  rollout: Rollout,
  { baseline, candidate, weight }: VersionShares,
  guards: readonly Guard[],
  act: Act,
): Move | Refused {
  const inProgress = rollout.status === 'running' || rollout.status === 'paused';
  return inTurn(rollout, [
    ...(inProgress ? [(state: Rollout) => rollback(state, act)] : []),
    (state) => configure(state, { baseline, candidate, plan: sharePlan(weight, guards) }, act),
    ...(candidate === undefined ? [] : [(state: Rollout) => start(state, act)]),
  ]);
}
