import type { GuardReport } from '../plan/guard';
import type { RolloutPlan } from '../plan/rollout-plan';

/**
 * `idle`: never started. `running`, `paused`: in stage `stage`. `completed`: through its last stage, the baseline on standby,
 * guards go on. `rolled_back`: taken back; only a person starts it again.
 */
export type RolloutStatus = 'idle' | 'running' | 'paused' | 'completed' | 'rolled_back';

export interface RolloutState {
  /** Names the rollout and salts its buckets, for example `skill:refund`. */
  readonly rollout: string;
  readonly baseline: string;
  readonly candidate: string | undefined;
  readonly plan: RolloutPlan;
  readonly status: RolloutStatus;
  /** Index of the current stage; of the last one entered when taken back. */
  readonly stage: number;
  readonly enteredAtMs: number;
  /** Counts the starts, so that evidence of an earlier run is told from this one's. */
  readonly run: number;
  /** Versions that were taken back; a pin to one of them no longer holds. */
  readonly revoked: readonly string[];
  /** Counts the changes; a store accepts a state only over the revision before. */
  readonly revision: number;
}

/** A person by name, or the engine itself. */
export type Actor = { readonly kind: 'person'; readonly name: string } | { readonly kind: 'engine' };

export interface HistoryEntry {
  readonly revision: number;
  readonly atMs: number;
  readonly by: Actor;
  readonly action: 'configure' | 'start' | 'pause' | 'resume' | 'promote' | 'rollback';
  readonly from: Standing;
  readonly to: Standing;
  readonly reason: string;
  readonly guards: readonly GuardReport[];
}

export interface Standing {
  readonly status: RolloutStatus;
  /** The name of the stage; undefined while idle. */
  readonly stage: string | undefined;
  readonly baseline: string;
  readonly candidate: string | undefined;
}

export interface Moved {
  readonly kind: 'moved';
  readonly state: RolloutState;
  readonly entry: HistoryEntry;
}

export interface Refused {
  readonly kind: 'refused';
  readonly code: RefusalCode;
  readonly message: string;
}

export type RefusalCode = 'no_candidate' | 'wrong_status' | 'unknown_stage' | 'person_needed' | 'in_progress';
export type Transition = Moved | Refused;

export function standingOf(state: RolloutState): Standing {
  const { status, baseline, candidate } = state;
  return { status, baseline, candidate, stage: status === 'idle' ? undefined : state.plan.stages[state.stage]?.name };
}
