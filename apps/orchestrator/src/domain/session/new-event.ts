import type { EventBodies, EventEnvelope, NewEvent, SessionEventType } from './session-event';

type Maybe<Field extends keyof EventEnvelope> = { readonly [F in Field]?: EventEnvelope[F] | undefined };

interface Happening<T extends SessionEventType> extends Maybe<'source' | 'causation' | 'trace'> {
  readonly id: string;
  readonly at: number;
  /** The turn that it belongs to, if any. */
  readonly about?: Maybe<'turn' | 'request'> | undefined;
  readonly data: EventBodies[T]['data'];
  readonly texts: EventBodies[T]['texts'] | null;
}

/** An event to be journaled; it is the orchestrator's own unless another `source` made it. */
export function newEvent<T extends SessionEventType>(
  type: T,
  { id, at, about: { turn, request } = {}, source = 'orchestrator', causation, trace, data, texts }: Happening<T>,
): NewEvent<T> {
  return {
    id,
    type,
    at,
    source,
    ...(turn !== undefined && { turn }),
    ...(request !== undefined && { request }),
    ...(causation !== undefined && { causation }),
    ...(trace !== undefined && { trace }),
    data,
    texts,
  };
}
