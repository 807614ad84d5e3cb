import type { RolloutPlan } from '../plan/rollout-plan';
import type { RolloutState, Transition } from './rollout-state';
import { moved, refused, type Act } from './transitions';

export interface RolloutTarget {
  readonly baseline: string;
  readonly candidate: string | undefined;
  readonly plan: RolloutPlan;
}

/** The first state of a rollout: the baseline serves alone. */
export function idleRollout(rollout: string, target: RolloutTarget): RolloutState {
  return { ...target, rollout, status: 'idle', stage: 0, enteredAtMs: 0, run: 0, revoked: [], revision: 1 };
}

/**
 * Sets versions and plan of a rollout that is not in progress; it is idle then. A candidate that served everybody and becomes
 * neither version is revoked; a version that is named again no longer is.
 */
export function configure(state: RolloutState, target: RolloutTarget, act: Act): Transition {
  if (state.status === 'running' || state.status === 'paused')
    return refused('in_progress', 'a rollout in progress is promoted to its end or rolled back before it is changed');
  const named = [target.baseline, target.candidate];
  const left = state.status === 'completed' && state.candidate !== undefined ? [state.candidate] : [];
  const revoked = [...new Set([...state.revoked, ...left])].filter((version) => !named.includes(version));
  return moved('configure', state, act, { ...state, ...target, status: 'idle', stage: 0, revoked });
}
