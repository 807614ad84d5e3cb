import type { ErrorBody, TurnId } from '@plinth/kernel';
import type { Evidence, Notice } from '../session/reply-parts';
import { isoInstant } from '../session/iso-instant';
import { isFinal, type FinalEvent, type SessionEvent } from '../session/session-event';
import type { ReflectionSummary, StepRecord, Usage } from '../session/turn-record';

/** A turn as the public API shows it. */
export interface TurnView {
  readonly turn_id: TurnId;
  readonly request_id?: string;
  readonly status: 'running' | 'completed' | 'failed' | 'cancelled';
  readonly reply?: {
    readonly text: string;
    readonly notices: readonly Notice[];
    readonly evidence: readonly Evidence[];
  };
  readonly reflection?: ReflectionSummary;
  readonly steps?: readonly StepRecord[];
  readonly usage?: Usage;
  /** Why a turn that is not completed ended. */
  readonly error?: ErrorBody;
}

export interface EventView {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly service: string;
  readonly duration_ms?: number;
  readonly cause?: string;
}

export function viewOfFinal(turn: TurnId, event: FinalEvent): TurnView {
  const { record } = event.data;
  const { texts } = event;
  return {
    turn_id: turn,
    ...(event.request !== undefined && { request_id: event.request }),
    status: record.status,
    reply: { text: texts?.reply ?? '', notices: record.notices, evidence: texts?.evidence ?? [] },
    ...(record.reflection && { reflection: record.reflection }),
    steps: record.steps,
    usage: record.usage,
    ...(record.code !== undefined && {
      error: { code: record.code, message: record.notices.at(-1)?.message ?? record.code, retryable: false },
    }),
  };
}

export function viewOfTurn(turn: TurnId, events: readonly SessionEvent[]): TurnView {
  const final = events.find(isFinal);
  if (final) return viewOfFinal(turn, final);
  const request = events[0]?.request;
  return { turn_id: turn, ...(request !== undefined && { request_id: request }), status: 'running' };
}

/** Every event of the turn with its cause; the duration of an answer is counted from the event before it. */
export function eventViews(events: readonly SessionEvent[]): readonly EventView[] {
  return events.map((event, index) => {
    const before = events[index - 1];
    return {
      seq: event.seq,
      type: event.type,
      at: isoInstant(event.at),
      service: event.source,
      ...(before && event.causation !== undefined && { duration_ms: Math.max(0, event.at - before.at) }),
      ...(event.causation !== undefined && { cause: event.causation }),
    };
  });
}
