import { deriveId } from '@plinth/kernel';
import type { Flow } from '../flow/flow';
import type { FlowInstance } from '../flow/flow-instance';
import type { Knowledge } from '../planner/plan-turn';
import { newEvent } from '../session/new-event';
import type { ActiveTurn, Session, TurnInput } from '../session/session';
import type { EventBodies, NewEvent, SessionEventType } from '../session/session-event';

/** A session, what is known beside it, and the time, when something follows from them. */
export interface Moment {
  readonly session: Session;
  readonly knowledge: Knowledge;
  readonly at: number;
}

export interface TurnMoment extends Moment {
  readonly active: ActiveTurn;
}

type Body<T extends SessionEventType> = {
  readonly data: EventBodies[T]['data'];
  readonly texts: EventBodies[T]['texts'] | null;
};

export const NOTHING = { data: {}, texts: null } as const;

/** The event that follows; its id derives from its place in the journal, so that replicas that decide the same write the same (T1, T3). */
export function following<T extends SessionEventType>(
  { session, at }: Moment,
  type: T,
  { data, texts }: Body<T>,
  about?: TurnInput,
): NewEvent<T> {
  const id = deriveId('event', session.tenant, session.session, session.seq + 1, type);
  return newEvent(type, { id, at, about, data, texts });
}

/** The flow that the session runs, in the version that it has pinned (T4). */
export function runningFlow({
  session: { flow: running },
  knowledge,
}: Moment): { readonly running: FlowInstance; readonly flow: Flow } | undefined {
  const flow = running && knowledge.flowByHash(running.hash);
  return running && flow && { running, flow };
}
