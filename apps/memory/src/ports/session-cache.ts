import type { SessionState, SlotOperation } from '../domain/session-state/session-state';
import type { SessionName } from './session-book';

export interface CachedSession {
  /** The last update that the state holds. */
  readonly version: number;
  readonly state: SessionState;
}

/** A session after an erasure. */
export type ErasedSession = SessionName & { readonly version: number; readonly state?: SessionState };

/**
 * The hot copy of session states: one hash per session and kind, updated field by field (M4). It may be lost, late or away at any
 * moment; no call throws for that, and the rows of the ledger are the truth.
 */
export abstract class SessionCache {
  /** Undefined when absent, torn or away. */
  abstract read(session: SessionName): Promise<CachedSession | undefined>;
  /**
   * Brings the copy from the version that was read to the one given; `changed` are all fields that differ between the two. Without
   * `from` the copy is replaced as a whole.
   */
  abstract save(
    session: SessionName,
    to: CachedSession,
    from?: { readonly version: number; readonly changed: readonly SlotOperation[] },
  ): Promise<void>;
  abstract forget(sessions: readonly SessionName[]): Promise<void>;
  /**
   * Replaces the copies of sessions by what is left of them, nothing by default, at their new versions, so that a turn that is late puts
   * nothing back. Answers how many copies there were and how many of them still hold anything else. Throws TransientError when
   * the store is away: an erasure waits for it.
   */
  abstract erase(sessions: readonly ErasedSession[]): Promise<{
    readonly hashes: number;
    readonly processCopies: number;
    readonly left: number;
  }>;
}
