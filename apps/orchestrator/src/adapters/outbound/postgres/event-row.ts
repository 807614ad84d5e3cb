import type { SessionEvent } from '../../../domain/session/session-event';

/** A row of `session_events` as it is read and, without tenant and session, as it is written. */
export interface EventRow {
  readonly seq: number;
  readonly event_id: string;
  readonly turn_id: string | null;
  readonly type: string;
  readonly at_ms: number;
  readonly source: string;
  readonly causation: string | null;
  readonly request_id: string | null;
  readonly trace: string | null;
  readonly data: unknown;
  readonly texts: unknown;
}

export const EVENT_COLUMNS = 'seq, event_id, turn_id, type, at_ms, source, causation, request_id, trace, data, texts';

/** Absent columns are left out: the recordset reads them as null, and the batch is shorter. */
export function rowOf(event: SessionEvent): Readonly<Record<string, unknown>> {
  return {
    seq: event.seq,
    event_id: event.id,
    turn_id: event.turn,
    type: event.type,
    at_ms: event.at,
    source: event.source,
    causation: event.causation,
    request_id: event.request,
    trace: event.trace,
    data: event.data,
    texts: event.texts ?? undefined,
  };
}

export function eventOf(row: EventRow): SessionEvent {
  return {
    seq: row.seq,
    id: row.event_id,
    type: row.type,
    at: row.at_ms,
    source: row.source,
    ...(row.turn_id !== null && { turn: row.turn_id }),
    ...(row.causation !== null && { causation: row.causation }),
    ...(row.request_id !== null && { request: row.request_id }),
    ...(row.trace !== null && { trace: row.trace }),
    data: row.data,
    texts: row.texts,
  } as SessionEvent;
}
