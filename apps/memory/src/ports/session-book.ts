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

export interface SessionHistory {
  readonly owner: UserId;
  readonly updates: readonly SessionUpdate[];
}

export interface SessionStanding {
  readonly owner?: UserId;
  /** What the user said up to here has been erased; -1 when nothing was. */
  readonly erasedUntilMs: number;
  readonly last?: { readonly turnId: TurnId; readonly answered?: AnsweredTurn };
}

/** An answer to nobody's words. */
export interface Greeting extends AnsweredTurn {
  readonly saidAtMs: number;
  /** Of the agent that leads the dialogue; undefined for what all share. */
  readonly space: string | undefined;
}

/** Sessions beyond a single turn: reading one, and ending it. */
export abstract class SessionBook {
  abstract ownerOf(tenant: TenantId, sessionId: SessionId): Promise<UserId | undefined>;
  /** Whose it is, with the whole history, oldest first; undefined when there is no such session, or an erasure has emptied it. */
  abstract historyOf(tenant: TenantId, sessionId: SessionId): Promise<SessionHistory | undefined>;
  /** What was said and answered, oldest first; rounds whose text was erased are left out. */
  abstract roundsOf(session: SessionName): Promise<readonly Round[]>;
  /**
   * Whose it is, if there is one yet; for its owner also what he said last, and how it was answered, if it was: to the agent of `space`
   * or to all, where a space is named (M27).
   */
  abstract standingOf(session: SessionName, space?: string): Promise<SessionStanding>;
  /** Notes how a round was answered; the first answer stands. False when there is no such round. */
  abstract answerRound(session: SessionName, answer: AnsweredTurn): Promise<boolean>;
  /**
   * Begins the session with what the assistant says before its user has said anything, which is what the user's first words answer to.
   * Each agent once: a repetition changes nothing; `late` when something else was said to it or by it meanwhile, `erased` when its user was.
   */
  abstract greet(session: SessionName, greeting: Greeting): Promise<'greeted' | 'late' | 'ended' | 'erased'>;
  /**
   * Deletes the rows of a session and what was declared and never confirmed in it, and closes it for good. Answers how many rows the
   * first call deleted: repeating it answers the same. What `unfinished` makes of the session's updates, `doneAt` being the last one before
   * a skill had its effect, stays as the state of its task (M5).
   */
  abstract end(
    session: SessionName,
    endedAtMs: number,
    unfinished: (updates: readonly SessionUpdate[], doneAt: number) => ReadonlyMap<string, string>,
  ): Promise<number>;
}
