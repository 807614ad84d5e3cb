import type { Guard, GuardReport } from '../plan/guard';
import type { Moved, RolloutState } from './rollout-state';
import { promote, rollback, type Act } from './transitions';

/** What is known when a decision is due. */
export interface Findings {
  readonly guards: readonly GuardReport[];
  /** Judged calls of the candidate since the stage was entered. */
  readonly samples: number;
}

export interface Hold {
  readonly kind: 'hold';
  readonly reason: HoldReason;
}

export type HoldReason =
  'not_serving' | 'guard_failed' | 'paused' | 'completed' | 'manual' | 'too_early' | 'too_few_samples' | 'inconclusive';

/**
 * What the engine does by itself. 1. a guard that fails takes the candidate back in every serving status, paused and completed
 * too. 2. it promotes only what runs in an automatic stage, after its time and samples, with every guard passed that must.
 * 3. what is unknown holds, also a clock that went backwards. 4. it never starts anything.
 */
export function decide(state: RolloutState, findings: Findings, nowMs: number): Moved | Hold {
  const stage = state.plan.stages[state.stage];
  if (state.status === 'idle' || state.status === 'rolled_back' || stage === undefined) return hold('not_serving');
  const act = (reason: string): Act => ({ atMs: nowMs, by: { kind: 'engine' }, reason, guards: findings.guards });

  const failed = state.plan.guards.filter((guard) => verdictOf(guard, findings) === 'fail');
  const fatal = failed.find((guard) => guard.onFail === 'switch_back');
  if (fatal) return orHold(rollback(state, act(`guard ${fatal.kind} failed`)));
  if (state.status === 'paused') return hold('paused');
  if (state.status === 'completed') return hold('completed');
  if (failed.length > 0) return hold('guard_failed');
  if (stage.promotion === 'manual') return hold('manual');
  if (!(nowMs - state.enteredAtMs >= stage.minMs)) return hold('too_early');
  if (!(findings.samples >= Math.max(stage.minSamples, 1))) return hold('too_few_samples');
  const open = state.plan.guards.some((guard) => guard.required && verdictOf(guard, findings) !== 'pass');
  if (open) return hold('inconclusive');
  return orHold(promote(state, act('time, samples and guards passed')));
}

const verdictOf = (guard: Guard, { guards }: Findings) =>
  guards.find((report) => report.guard === guard.kind)?.verdict ?? 'inconclusive';

const orHold = (transition: ReturnType<typeof promote>): Moved | Hold =>
  transition.kind === 'moved' ? transition : hold('not_serving');

const hold = (reason: HoldReason): Hold => ({ kind: 'hold', reason });
