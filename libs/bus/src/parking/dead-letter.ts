import { DEAD_LETTER, DEAD_LETTER_TOPIC } from '@plinth/contracts';
import type { WireRecord } from '../transport';
import type { ParkedMessage } from './parked-message';

/** The copy of a parked message for people and tools; the parked row is the truth. */
export function deadLetterOf({ consumer, parkingKey, error, record }: ParkedMessage): WireRecord {
  return {
    topic: DEAD_LETTER_TOPIC,
    key: record.key,
    headers: {
      ...record.headers,
      [DEAD_LETTER.consumer]: consumer,
      [DEAD_LETTER.parkingKey]: parkingKey,
      [DEAD_LETTER.errorCode]: error.code,
      [DEAD_LETTER.originTopic]: record.topic,
      [DEAD_LETTER.originPartition]: String(record.partition),
      [DEAD_LETTER.originOffset]: record.offset,
    },
    body: record.body,
  };
}
