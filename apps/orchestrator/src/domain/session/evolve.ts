import { evolveDraft } from './evolve-draft';
import { evolveFlow } from './evolve-flow';
import { evolveLife } from './evolve-life';
import { evolveReply } from './evolve-reply';
import { evolveSkill } from './evolve-skill';
import { evolveTurn } from './evolve-turn';
import type { Session } from './session';
import { isEmptied, isFinal, type SessionEvent, type SessionEventType } from './session-event';

type Evolve = { readonly [K in SessionEventType]: (session: Session, event: SessionEvent<K>) => Session };

const evolveByType: Evolve = {
  ...evolveTurn,
  ...evolveFlow,
  ...evolveSkill,
  ...evolveDraft,
  ...evolveReply,
  ...evolveLife,
};

/**
 * Applies one event; pure. T1: an event that was applied already changes nothing. A journal whose texts were redacted folds
 * to `erased`; an event type of a later release only advances `seq`.
 */
export function evolve(session: Session, event: SessionEvent): Session {
  if (event.seq <= session.seq) return session;
  const before = { ...session, seq: event.seq };
  if (session.status === 'erased') return isFinal(event) ? withoutTurn(before, event.turn) : before;
  if (isEmptied(event)) return erased(before);
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion -- the table is keyed by the event's own type
  const apply = evolveByType[event.type] as ((session: Session, event: SessionEvent) => Session) | undefined;
  return apply ? apply(before, event) : before;
}

export function fold(start: Session, events: readonly SessionEvent[]): Session {
  return events.reduce(evolve, start);
}

function erased(session: Session): Session {
  const { tenant, session: id, seq } = session;
  return { tenant, session: id, seq, status: 'erased', queue: [], history: [], pins: { skills: {} } };
}

function withoutTurn(session: Session, turn: string | undefined): Session {
  const { active, ...rest } = session;
  const queue = session.queue.filter((queued) => queued.turn !== turn);
  return active && active.input.turn !== turn ? { ...rest, queue, active } : { ...rest, queue };
}
