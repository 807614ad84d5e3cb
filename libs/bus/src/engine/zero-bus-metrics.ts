import { messageDefinition, type ServiceName, type TopicName } from '@plinth/contracts';
import { zero } from '@plinth/telemetry';
import type { DeliveryOutcome, HandlerTable } from './engine-options';

const OUTCOMES = { handled: true, expired: true, parked: true, discarded_stale: true } satisfies Record<
  DeliveryOutcome,
  true
>;

/** Metrics of a consumer from its start on, so that the first parked message is an increase. */
export function zeroBusMetrics(service: ServiceName, handlers: HandlerTable, topics: readonly TopicName[]): void {
  const consumer = [service];
  const own = [...handlers.keys()].filter((pattern) => topics.some((topic) => pattern.startsWith(`${topic}#`)));
  const types = own.map((pattern) => pattern.slice(pattern.indexOf('#') + 1)).filter(messageDefinition);
  const type = [...new Set(types), 'unknown'];
  zero('plinth_bus_delivered_total', { consumer, type, outcome: Object.keys(OUTCOMES) });
  zero('plinth_bus_handle_seconds', { consumer, type });
  zero('plinth_bus_parked_total', { consumer, type });
  zero('plinth_bus_in_flight', { consumer });
  zero('plinth_bus_clock_offset_seconds', { consumer });
  zero('plinth_bus_lag', { consumer: [], topic: [], partition: [] });
  zero('plinth_bus_send_batch_size', {});
}
