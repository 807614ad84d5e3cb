import { DEAD_LETTER_TOPIC } from '@plinth/contracts';
import type { WireRecord } from '../transport';
import type { ParkedMessage } from './parked-message';

/** The copy of a parked message for people and tools; the parked row is the truth. */
export function deadLetterOf({ consumer, parkingKey, error, record }: ParkedMessage): WireRecord {
  return {
    topic: DEAD_LETTER_TOPIC,
    key: record.key,
    headers: {
      ...record.headers,
      plinth_consumer: consumer,
      plinth_parking_key: parkingKey,
      plinth_error_code: error.code,
      plinth_origin_topic: record.topic,
      plinth_origin_partition: String(record.partition),
      plinth_origin_offset: record.offset,
    },
    body: record.body,
  };
}
