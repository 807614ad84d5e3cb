import type { IHeaders, KafkaMessage, TopicMessages } from 'kafkajs';
import type { FetchedRecord, WireRecord } from '../../transport';
import type { Namespace } from './namespace';

/**
 * What the broker handed out, as strings; its time of appending by our clock, which is `offsetMs` ahead. Never throws: whoever wrote the
 * record, the consumer must live.
 */
export function decodeRecord(topic: string, partition: number, message: KafkaMessage, offsetMs: number): FetchedRecord {
  return {
    topic,
    partition,
    offset: message.offset,
    key: textOf(message.key),
    headers: decodeHeaders(message.headers),
    body: message.value ?? Buffer.alloc(0),
    appendedAtMs: Number(message.timestamp) + offsetMs,
  };
}

/** A header that is repeated counts with its last value, as Kafka's own `lastHeader` does. Bytes that are no UTF-8 become U+FFFD. */
function decodeHeaders(headers: IHeaders | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name, textOf(Array.isArray(value) ? value.at(-1) : value)]),
  );
}

const textOf = (value: Buffer | string | null | undefined): string => value?.toString() ?? '';

/** One entry a topic, the records of each in the order given. */
export function encodeRecords(records: readonly WireRecord[], namespace: Namespace): TopicMessages[] {
  const byTopic = Map.groupBy(records, (record) => record.topic);
  return [...byTopic].map(([topic, own]) => ({
    topic: namespace.onBroker(topic),
    messages: own.map(({ key, headers, body }) => ({ key, headers, value: body })),
  }));
}

/** Bytes that one record adds to a request, rounded up: Kafka's framing takes at most 64 bytes and 10 a header. */
function sizeOf({ key, headers, body }: WireRecord): number {
  const headerBytes = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + byteLength(name) + byteLength(value) + 10,
    0,
  );
  return 64 + byteLength(key) + headerBytes + body.length;
}

const byteLength = (text: string): number => Buffer.byteLength(text);

/**
 * Splits into runs of at most `maxBytes`, so that no record batch exceeds what the broker takes (`message.max.bytes`, 1 MiB);
 * order is kept, and a single record always forms a run of its own at least.
 */
export function splitBySize(records: readonly WireRecord[], maxBytes: number): WireRecord[][] {
  const runs: WireRecord[][] = [];
  let room = 0;
  for (const record of records) {
    const size = sizeOf(record);
    const run = runs.at(-1);
    if (run && size <= room) {
      run.push(record);
      room -= size;
    } else {
      runs.push([record]);
      room = maxBytes - size;
    }
  }
  return runs;
}
