import type { SessionId, TenantId, UserId } from '@plinth/kernel';
import type { SessionUpdate } from '../domain/session-state/session-state';

/** Whose session it is. */
export interface SessionName {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/** Sessions beyond a single turn: reading one, and ending it. */
export abstract class SessionBook {
  abstract ownerOf(tenant: TenantId, sessionId: SessionId): Promise<UserId | undefined>;
  /** The whole history, oldest first. */
  abstract updatesOf(session: SessionName): Promise<readonly SessionUpdate[]>;
  /**
   * Deletes the rows of a session and what was declared and never confirmed in it, and closes it for good. Answers how many rows the
   * first call deleted: repeating it answers the same.
   */
  abstract end(session: SessionName, endedAtMs: number): Promise<number>;
}
