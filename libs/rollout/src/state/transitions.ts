import type { GuardReport } from '../plan/guard';
import { standingOf, type Actor, type HistoryEntry, type Moved, type Refused } from './rollout-state';
import type { RefusalCode, RolloutState, RolloutStatus, Transition } from './rollout-state';

/** Who acts, when and why. */
export interface Act {
  readonly atMs: number;
  readonly by: Actor;
  readonly reason: string;
  readonly guards?: readonly GuardReport[];
}

/** Begins a run, at the first stage unless told. What was taken back is started again by a person only. */
export function start(state: RolloutState, act: Act, stage = 0): Transition {
  if (state.candidate === undefined) return refused('no_candidate', 'there is no candidate to start');
  if (state.plan.stages[stage] === undefined) return refused('unknown_stage', `the plan has no stage ${stage}`);
  if (act.by.kind !== 'person') return refused('person_needed', 'a rollout is started by a person');
  if (state.status !== 'idle' && state.status !== 'rolled_back') return wrongStatus('start', state.status);
  const revoked = state.revoked.filter((version) => version !== state.candidate);
  return moved('start', state, act, { ...state, status: 'running', stage, run: state.run + 1, revoked });
}

/** Stops promotion; who has the candidate keeps it, and the guards go on. */
export function pause(state: RolloutState, act: Act): Transition {
  if (state.status !== 'running') return wrongStatus('pause', state.status);
  return moved('pause', state, act, { ...state, status: 'paused' });
}

/** The time in the stage begins anew, since nobody waited for it while it was paused. */
export function resume(state: RolloutState, act: Act): Transition {
  if (state.status !== 'paused') return wrongStatus('resume', state.status);
  if (act.by.kind !== 'person') return refused('person_needed', 'a pause is ended by a person');
  return moved('resume', state, act, { ...state, status: 'running' });
}

/** Enters the next stage, or completes after the last. */
export function promote(state: RolloutState, act: Act): Transition {
  if (state.status !== 'running') return wrongStatus('promote', state.status);
  const last = state.stage >= state.plan.stages.length - 1;
  return moved('promote', state, act, last ? { ...state, status: 'completed' } : { ...state, stage: state.stage + 1 });
}

/** Takes the candidate back at once and revokes it. */
export function rollback(state: RolloutState, act: Act): Transition {
  if (state.status === 'idle' || state.status === 'rolled_back') return wrongStatus('roll back', state.status);
  const gone = state.candidate === undefined ? [] : [state.candidate];
  const revoked = [...new Set([...state.revoked, ...gone])];
  return moved('rollback', state, act, { ...state, status: 'rolled_back', revoked });
}

/** No entry is dated before the one it follows, so a clock that went back and returns makes no stage look old. */
export function moved(action: HistoryEntry['action'], from: RolloutState, act: Act, next: RolloutState): Moved {
  const entersAnew = action !== 'pause' && action !== 'rollback';
  const state: RolloutState = {
    ...next,
    enteredAtMs: entersAnew ? Math.max(act.atMs, from.enteredAtMs) : from.enteredAtMs,
    revision: from.revision + 1,
  };
  const { atMs, by, reason, guards = [] } = act;
  const entry = { revision: state.revision, atMs, by, action, from: standingOf(from), to: standingOf(state) };
  return { kind: 'moved', state, entry: { ...entry, reason, guards } };
}

export function refused(code: RefusalCode, message: string): Refused {
  return { kind: 'refused', code, message };
}

function wrongStatus(what: string, status: RolloutStatus): Refused {
  return refused('wrong_status', `cannot ${what} a rollout that is ${status}`);
}
