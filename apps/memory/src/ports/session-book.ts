import type { SessionId, TenantId, TurnId, UserId } from '@plinth/kernel';
import type { Round } from '../domain/summary/round';
import type { SessionUpdate } from '../domain/session-state/session-state';
import type { AnsweredTurn } from './turn-ledger';

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
  /** What was said and answered, oldest first; rounds whose text was erased are left out. */
  abstract roundsOf(session: SessionName): Promise<readonly Round[]>;
  /** What the user said last, and how it was answered, if it was. */
  abstract lastRound(
    session: SessionName,
  ): Promise<{ readonly turnId: TurnId; readonly answered?: AnsweredTurn } | undefined>;
  /** Notes how a round was answered; the first answer stands. False when there is no such round. */
  abstract answerRound(session: SessionName, answer: AnsweredTurn): Promise<boolean>;
  /**
   * Deletes the rows of a session and what was declared and never confirmed in it, and closes it for good. Answers how many rows the
   * first call deleted: repeating it answers the same.
   */
  abstract end(session: SessionName, endedAtMs: number): Promise<number>;
}
