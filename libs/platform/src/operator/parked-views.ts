import type { ParkedKey, ParkedRow, ReplayReport } from '@plinth/bus';
import { refuse, textFaultAt, type Refusal } from '@plinth/kernel';

/** Parking keys hold slashes and percent signs, which paths do not carry unharmed. */
export const idOf = (parkingKey: string): string => Buffer.from(parkingKey).toString('base64url');

/** Undefined for what `idOf` never gives: it is the key of nothing. */
export function keyOf(id: string): string | undefined {
  const parkingKey = Buffer.from(id, 'base64url').toString();
  return idOf(parkingKey) === id && !textFaultAt(parkingKey) ? parkingKey : undefined;
}

export function keyView({ parkingKey, messages, firstParkedAtMs, errorCode }: ParkedKey) {
  return {
    id: idOf(parkingKey),
    key: parkingKey,
    messages,
    parked_at: isoTime(firstParkedAtMs),
    error_code: errorCode,
  };
}

export function rowView({ seq, messageId, type, tenant, session, turn, error, parkedAtMs, erased }: ParkedRow) {
  return { seq, id: messageId, type, tenant, session, turn, error, parked_at: isoTime(parkedAtMs), erased };
}

export function replayFailed({ handled, discarded, error }: ReplayReport): Refusal {
  const before = `${handled} handled and ${discarded} discarded before it`;
  const why = error ? `${error.code}: ${error.message}` : 'no reason is known';
  return refuse(
    'conflict',
    'replay_failed',
    `A message failed again (${why}); ${before}. It and what follows stay parked.`,
  );
}

const isoTime = (ms: number): string => new Date(ms).toISOString();
