import type { Move } from '../domain/rollout/in-turn';
import type { Rollout } from '../domain/rollout/rollout';
import type { Evidence, HistoryEntry } from '../domain/rollout/rollout-record';
import type { Ruling } from '../domain/rollout/ruling';

/** A rollout as it is stored, with what is kept of its evidence. */
export interface KeptRollout {
  readonly rollout: Rollout;
  readonly evidence: Evidence | undefined;
}

/** One change that has to be announced. */
export interface Change {
  readonly skill: string;
  readonly entry: HistoryEntry;
}

/**
 * Rollouts, why they changed, and what they are judged by. Every change is one transaction: the state, its history and, to be
 * sent, its announcement; every replica hears of it at once. Throws TransientError when the store is away: what was asked may have happened.
 */
export abstract class RolloutLedger {
  /** Stores what `move` leads to if the rollout is still at `revision`; answers whether it did. */
  abstract move(revision: number, move: Move): Promise<boolean>;

  /** Of the skills that have a rollout, in any order. */
  abstract kept(skills: readonly string[]): Promise<readonly KeptRollout[]>;

  /** Newest first, those before the revision `before` if it is given. */
  abstract history(
    skill: string,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly HistoryEntry[]>;

  /**
   * Rules on rollouts while no other replica does, and stores the evidence and the moves; undefined, with nothing done, while another
   * holds the lead. A ruling on a rollout that somebody has changed meanwhile is dropped. Answers what was stored.
   */
  abstract lead(
    skills: readonly string[],
    rule: (kept: readonly KeptRollout[]) => readonly Ruling[],
  ): Promise<readonly Ruling[] | undefined>;

  /**
   * Hands over the oldest changes that have not been announced, those of a skill in their order, while no other replica does; they are
   * announced when `send` resolves. A crash in between hands them over again. Answers how many; 0 while another is at it.
   */
  abstract announce(limit: number, send: (changes: readonly Change[]) => Promise<void>): Promise<number>;
}
