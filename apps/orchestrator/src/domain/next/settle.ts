import type { Knowledge } from '../planner/plan-turn';
import { evolve } from '../session/evolve';
import { react } from './react';
import type { Session } from '../session/session';
import type { NewEvent, SessionEvent } from '../session/session-event';

export interface Settled {
  readonly session: Session;
  /** What happened and all that follows from it, numbered; one append (T2, T7). */
  readonly events: readonly SessionEvent[];
}

/** Far above what one happening can bring about: reaching it is a bug, and better an error than an endless append. */
const MAX_EVENTS = 500;

/** Applies what happened and everything that follows at once, until the session waits for the outside. Pure (T1). */
export function settle(before: Session, happened: readonly NewEvent[], knowledge: Knowledge, at: number): Settled {
  const events: SessionEvent[] = [];
  let session = before;
  const apply = (event: NewEvent) => {
    const numbered: SessionEvent = { ...event, seq: session.seq + 1 };
    events.push(numbered);
    session = evolve(session, numbered);
  };
  happened.forEach(apply);
  for (let next = react(session, knowledge, at); next; next = react(session, knowledge, at)) {
    if (events.length >= MAX_EVENTS) throw new Error(`the session does not settle: ${next.type} follows without end`);
    apply(next);
  }
  return { session, events };
}
