import { orderKey, type Envelope, type ServiceName } from '@plinth/contracts';
import type { ErrorBody } from '@plinth/kernel';
import type { FetchedRecord } from '../transport';
import type { DecodedRecord } from '../wire/decode-record';

/** A record as it lies in the parking table, with what is known of it. */
export interface ParkedMessage {
  readonly consumer: ServiceName;
  /** Messages of one key are replayed in order, and later ones of a parked key follow it into the table. */
  readonly parkingKey: string;
  /** Its `ce_id`, or its place in the topic when it has none. */
  readonly messageId: string;
  readonly type: string;
  readonly record: FetchedRecord;
  readonly tenant?: string;
  readonly session?: string;
  readonly turn?: string;
  readonly user?: string;
  readonly observedAtMs?: number;
  readonly error: ErrorBody;
  readonly parkedAtMs: number;
}

/**
 * (tenant, session, turn), or (tenant, user) for what has no session. A record without a readable envelope has a key of its
 * own, since nobody can say which turn it belongs to: nothing follows it.
 */
export function parkingKeyOf(record: FetchedRecord, envelope: Envelope | undefined): string {
  if (!envelope) return `record/${record.topic}/${record.partition}/${record.offset}`;
  return `${orderKey(envelope)}/t/${encodeURIComponent(envelope.turn ?? '')}`;
}

export function parkedMessageOf(
  consumer: ServiceName,
  record: FetchedRecord,
  decoded: DecodedRecord,
  error: ErrorBody,
  parkedAtMs: number,
): ParkedMessage {
  const { envelope } = decoded;
  const said = decoded.kind === 'message' ? saidBy(decoded.data) : {};
  const user = envelope?.user ?? said.user;
  return {
    consumer,
    parkingKey: parkingKeyOf(record, envelope),
    messageId: envelope?.id ?? `${record.topic}/${record.partition}/${record.offset}`,
    type: envelope?.type ?? 'unknown',
    record,
    ...(envelope && { tenant: envelope.tenant }),
    ...(envelope?.session !== undefined && { session: envelope.session }),
    ...(envelope?.turn !== undefined && { turn: envelope.turn }),
    ...(user !== undefined && { user }),
    ...(said.observedAtMs !== undefined && { observedAtMs: said.observedAtMs }),
    error,
    parkedAtMs,
  };
}

/** The fields of a body that erasure and the order of late commits ask for. */
function saidBy(data: unknown): { user?: string; observedAtMs?: number } {
  const user =
    textIn(data, 'user_id') ?? textIn(fieldOf(data, 'user'), 'user_id') ?? textIn(fieldOf(data, 'user'), 'external_id');
  const observedAtMs = Date.parse(textIn(data, 'observed_at') ?? '');
  return { ...(user !== undefined && { user }), ...(!Number.isNaN(observedAtMs) && { observedAtMs }) };
}

function fieldOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
}

function textIn(data: unknown, name: string): string | undefined {
  const value = fieldOf(data, name);
  return typeof value === 'string' ? value : undefined;
}
