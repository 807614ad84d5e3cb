import type { ServiceName } from '@plinth/contracts';
import type { ErrorBody } from '@plinth/kernel';
import type { ParkedMessage } from './parked-message';
import { ERASED, type ParkedRow } from './parking-store';

/** A row of `parked_messages` as the driver gives it. */
export interface ParkedMessageSql {
  readonly consumer: ServiceName;
  readonly parking_key: string;
  readonly seq: number;
  readonly message_id: string;
  readonly type: string;
  readonly topic: string;
  readonly record_key: string;
  readonly record_partition: number;
  readonly record_offset: string;
  readonly appended_at: number;
  readonly tenant: string | null;
  readonly session: string | null;
  readonly turn: string | null;
  readonly user_id: string | null;
  readonly observed_at: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly error: ErrorBody | null;
  readonly parked_at: number;
}

/** The columns that `valuesOf` fills, in its order; the first three are the key's. */
export const COLUMNS = [
  ['consumer', 'text'],
  ['parking_key', 'text'],
  ['tenant', 'text'],
  ['message_id', 'text'],
  ['type', 'text'],
  ['topic', 'text'],
  ['record_key', 'text'],
  ['record_partition', 'integer'],
  ['record_offset', 'text'],
  ['appended_at', 'bigint'],
  ['session', 'text'],
  ['turn', 'text'],
  ['user_id', 'text'],
  ['observed_at', 'bigint'],
  ['headers', 'json'],
  ['body', 'bytea'],
  ['error', 'json'],
  ['parked_at', 'bigint'],
] as const;

export function valuesOf(message: ParkedMessage): unknown[] {
  const { record } = message;
  return [
    message.consumer,
    storable(message.parkingKey),
    storable(message.tenant),
    storable(message.messageId),
    storable(message.type),
    record.topic,
    storable(record.key),
    record.partition,
    record.offset,
    record.appendedAtMs,
    storable(message.session),
    storable(message.turn),
    storable(message.user),
    message.observedAtMs,
    record.headers,
    record.body,
    message.error,
    message.parkedAtMs,
  ];
}

/** PostgreSQL refuses U+0000 in text, and a lone surrogate has no UTF-8; the headers keep the original. */
function storable(text: string | undefined): string | undefined {
  return text?.replaceAll('\u0000', '\ufffd').toWellFormed();
}

export function rowOf(sql: ParkedMessageSql): ParkedRow {
  return {
    consumer: sql.consumer,
    parkingKey: sql.parking_key,
    seq: sql.seq,
    messageId: sql.message_id,
    type: sql.type,
    erased: sql.body === null,
    record: {
      topic: sql.topic,
      key: sql.record_key,
      partition: sql.record_partition,
      offset: sql.record_offset,
      appendedAtMs: sql.appended_at,
      headers: sql.headers,
      body: sql.body ?? Buffer.alloc(0),
    },
    ...(sql.tenant !== null && { tenant: sql.tenant }),
    ...(sql.session !== null && { session: sql.session }),
    ...(sql.turn !== null && { turn: sql.turn }),
    ...(sql.user_id !== null && { user: sql.user_id }),
    ...(sql.observed_at !== null && { observedAtMs: sql.observed_at }),
    error: sql.error ?? ERASED,
    parkedAtMs: sql.parked_at,
  };
}
