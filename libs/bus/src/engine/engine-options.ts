import type { ServiceName } from '@plinth/contracts';
import type { Clock } from '@plinth/kernel';
import type { Logger } from '@plinth/telemetry';
import type { BusProducer } from '../delivery';
import type { ParkingStore } from '../parking/parking-store';
import type { FetchedRecord, WireRecord } from '../transport';
import type { DecodedRecord } from '../wire/decode-record';
import type { MessageFunction } from './handler-call';
import type { RetryPolicy } from './retry-policy';

/** Handlers by `patternOf(topic, type)`. */
export type HandlerTable = ReadonlyMap<string, MessageFunction>;

export type BusLog = Pick<Logger, 'info' | 'warn' | 'error'>;

export interface EngineOptions {
  /** The service that consumes, and the source of its replies. */
  readonly consumer: ServiceName;
  /** `messaging.system.name` of its spans. */
  readonly system: string;
  readonly handlers: HandlerTable;
  readonly producer: BusProducer;
  /** Appends to the dead-letter topic. */
  readonly appendDeadLetter: (record: WireRecord) => Promise<void>;
  readonly parking: ParkingStore;
  readonly clock: Clock;
  /** In [0, 1); spreads back-offs. */
  readonly random: () => number;
  readonly log: BusLog;
  readonly retry: RetryPolicy;
  readonly handlerTimeoutMs: number;
  readonly decode: (record: FetchedRecord) => DecodedRecord;
}

/** How a delivery ended; the label of `plinth_bus_delivered_total`. Nothing ends in another way. */
export type DeliveryOutcome = 'handled' | 'expired' | 'parked' | 'discarded_stale';
