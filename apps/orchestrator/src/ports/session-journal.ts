import type { TenantId, TurnId } from '@plinth/kernel';
import type { SessionKey } from '../domain/session/session';
import type { FinalEvent, SessionEvent } from '../domain/session/session-event';

/** What is kept beside the events so that sessions can be found without folding them; always written with the events. */
export interface SessionHead {
  /** The first user as sent, in a form that equals only itself. */
  readonly userKey?: string;
  /** The canonical user, once known. */
  readonly userId?: string;
  /** Epoch milliseconds by the store's clock at which somebody must look again; undefined while the session waits for nobody. */
  readonly wakeAtMs?: number;
}

export interface Append extends SessionKey {
  /** `seq` of the session that the events were decided on. */
  readonly expectedSeq: number;
  /** Numbered from `expectedSeq + 1` without a gap; at least one. The first is what happened, the others follow from it. */
  readonly events: readonly SessionEvent[];
  readonly head: SessionHead;
  /** Also empties the texts of every earlier event of the session, in the same transaction (erasure). */
  readonly redactEarlier?: boolean;
}

/**
 * `appended`: all events are durable. `duplicate`: the first event's id is in the journal already, nothing was written.
 * `conflict`: the session has moved on, nothing was written; reload and decide again (T2).
 */
export type Appended =
  | { readonly outcome: 'appended'; readonly redacted: number }
  | { readonly outcome: 'duplicate' }
  | { readonly outcome: 'conflict' };

export interface TurnKey {
  readonly tenant: TenantId;
  readonly turn: TurnId;
}

export interface ClaimedSessions {
  /** The store's clock when it claimed. */
  readonly nowMs: number;
  readonly due: readonly SessionKey[];
}

export interface JournaledTurn extends SessionKey {
  readonly events: readonly SessionEvent[];
}

/** The truth of a session (T2): unique event ids per tenant, unique (session, seq), nothing changed but by erasure. */
export abstract class SessionJournal {
  /** Atomic; of several at once for one session one wins. Throws TransientError when the outcome is unknown: append the same again. */
  abstract append(append: Append): Promise<Appended>;

  /** The events of a session after `afterSeq`, in order; none for a session that nobody has used. */
  abstract read(key: SessionKey, afterSeq: number): Promise<readonly SessionEvent[]>;

  /** The events of one turn in order, or undefined when the tenant has no such turn. */
  abstract readTurn(key: TurnKey): Promise<JournaledTurn | undefined>;

  /** The final events of those of the turns that have ended; one look-up for all of them, of any tenant. */
  abstract finals(turns: readonly TurnKey[]): Promise<readonly (TurnKey & { readonly event: FinalEvent })[]>;

  /**
   * Claims at most `limit` sessions whose wake time has passed by the store's own clock, oldest first, and puts that time off by a
   * growing back-off, so that replicas that sweep at once share them and a claimer's death only delays. Answers that clock too.
   */
  abstract claimDue(limit: number): Promise<ClaimedSessions>;

  /** The store's clock, epoch milliseconds: the one that all replicas share. */
  abstract nowMs(): Promise<number>;

  /** Sessions of these users, as sent or canonical. */
  abstract sessionsOf(tenant: TenantId, userIds: readonly string[]): Promise<readonly SessionKey[]>;
}

export const CLAIM_BACKOFF_MS = { first: 5_000, max: 60_000 } as const;
