import type { RolloutState } from '../state/rollout-state';
import type { Stage } from '../plan/rollout-plan';
import { belongsTo, type Subject } from './audience';
import { fallsUnder } from './bucket';

/** Calls of late, all replicas together: what the candidate answered, what it ran in the shadow, and all. */
export interface CallShare {
  readonly candidate: number;
  readonly shadow: number;
  readonly total: number;
}

export interface Route {
  readonly lane: 'baseline' | 'candidate';
  /** The baseline answers, and the candidate runs beside it. */
  readonly shadow: boolean;
  /** The stage that put the call there. */
  readonly stage: string | undefined;
  readonly trace: Stage['trace'];
  readonly reason: RouteReason;
}

export type RouteReason = 'not_serving' | 'no_id' | 'outside_stage' | 'capped' | 'live' | 'shadow';

/**
 * Which version serves a subject. Invariants: 1. the same subject gets the same lane as long as the state stands and no cap
 * is reached; 2. nobody leaves the candidate by a promotion or a larger weight; 3. without an id the baseline serves;
 * 4. the candidate's share of all calls never passes the cap, not even by the call at hand. A pause changes nothing here.
 */
export function route(state: RolloutState, subject: Subject, share: CallShare): Route {
  const current = state.plan.stages[state.stage];
  const serving = state.status === 'running' || state.status === 'paused' || state.status === 'completed';
  if (!serving || state.candidate === undefined || current === undefined) return baseline('not_serving');
  if (subject.id === undefined) return baseline('no_id');
  const reaches = (stage: Stage): boolean =>
    belongsTo(stage.audience, subject) && fallsUnder(stage.weight, state.rollout, subject.id);

  const entered = state.plan.stages.slice(0, state.stage + 1).filter((stage) => stage.mode === 'live');
  const live = entered.findLast(reaches);
  if (live) {
    const cap = Math.max(...entered.map((stage) => stage.cap));
    return withinCap(share.candidate, share.total, cap)
      ? { lane: 'candidate', shadow: false, stage: live.name, trace: live.trace, reason: 'live' }
      : baseline('capped', live);
  }
  if (current.mode === 'shadow' && reaches(current))
    return withinCap(share.shadow, share.total, current.cap)
      ? { ...baseline('shadow', current), shadow: true }
      : baseline('capped', current);
  return baseline('outside_stage');
}

/** Counts the call at hand. Unknown counts keep the baseline, unless nothing is capped. */
function withinCap(taken: number, total: number, cap: number): boolean {
  return cap >= 1 || taken + 1 <= cap * (total + 1);
}

function baseline(reason: RouteReason, stage?: Stage): Route {
  return { lane: 'baseline', shadow: false, stage: stage?.name, trace: stage?.trace ?? 'sampled', reason };
}
