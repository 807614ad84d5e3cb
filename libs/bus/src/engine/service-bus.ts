import { randomUUID } from 'node:crypto';
import { consumerGroupOf, DEAD_LETTER_TOPIC, TOPICS, type ServiceName, type TopicName } from '@plinth/contracts';
import { TransientError, type Clock } from '@plinth/kernel';
import type { BusProducer } from '../delivery';
import { erasingParked } from '../parking/erasing-parked';
import { ParkedMessages } from '../parking/parked-messages';
import type { ParkingStore } from '../parking/parking-store';
import { NothingStale, type StaleJudge } from '../parking/stale-judge';
import { CoalescingProducer } from '../producer/coalescing-producer';
import type { BatchLimits } from '../producer/keyed-batches';
import type { BusTransport, Subscription } from '../transport';
import { decodeRecord } from '../wire/decode-record';
import { DeliveryEngine } from './delivery-engine';
import type { BusLog, EngineOptions, HandlerTable } from './engine-options';
import { DEFAULT_RETRY, type RetryPolicy } from './retry-policy';
import { zeroBusMetrics } from './zero-bus-metrics';

export interface BusOptions {
  /** The service: its consumer group and the source of its replies. */
  readonly service: ServiceName;
  /** Of this service alone, or one in-process transport shared by all. */
  readonly transport: BusTransport;
  readonly parking: ParkingStore;
  /** Asked by replays; without one nothing is stale. */
  readonly staleJudge?: StaleJudge;
  readonly clock: Clock;
  readonly log: BusLog;
  readonly retry?: Partial<RetryPolicy>;
  /** After it a call of a handler counts as failed transiently. */
  readonly handlerTimeoutMs?: number;
  /** Accepted and unfinished messages; beyond it fetching pauses. */
  readonly maxInFlight?: number;
  readonly batches?: Partial<BatchLimits>;
  readonly random?: () => number;
  readonly decode?: EngineOptions['decode'];
}

export const DEFAULT_HANDLER_TIMEOUT_MS = 60_000;
export const DEFAULT_MAX_IN_FLIGHT = 256;
const LEASE_MARGIN_MS = 60_000;

/** Every topic that a service may send to; `connect` checks that they exist. */
const ALL_TOPICS: readonly string[] = [...Object.keys(TOPICS), DEAD_LETTER_TOPIC];

/** One service's end of the bus. Owns its engine and its subscription; the transport is closed with it. */
export class ServiceBus {
  readonly producer: BusProducer;
  /** What an operator does with parked messages; replays need the bus to be started. */
  readonly parked: ParkedMessages;
  private engine: DeliveryEngine | undefined;
  private subscription: Subscription | undefined;
  private started = false;
  private connecting: Promise<void> | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly options: BusOptions) {
    this.producer = new CoalescingProducer(options.transport, options.batches);
    this.parked = new ParkedMessages({
      consumer: options.service,
      store: options.parking,
      judge: options.staleJudge ?? new NothingStale(),
      redeliver: (record) => this.deliveries.redeliver(record),
      owner: randomUUID(),
      leaseMs: (options.handlerTimeoutMs ?? DEFAULT_HANDLER_TIMEOUT_MS) + LEASE_MARGIN_MS,
      log: options.log,
    });
  }

  /** Connects once, so that the producer can send; throws what the transport's `connect` throws. */
  connect(): Promise<void> {
    this.connecting ??= this.options.transport.connect(ALL_TOPICS).catch((error: unknown) => {
      this.connecting = undefined;
      throw error;
    });
    return this.connecting;
  }

  /** Connects and consumes the service's own topics among those of the handlers; handlers of other services' are ignored. */
  async start(handlers: HandlerTable): Promise<void> {
    await this.connect();
    const topics = ownTopics(handlers, this.options.service);
    zeroBusMetrics(this.options.service, handlers, topics);
    const { transport, service, maxInFlight = DEFAULT_MAX_IN_FLIGHT } = this.options;
    const sink = (this.engine = new DeliveryEngine(this.engineOptions(erasingParked(handlers, this.options.parking))));
    const group = consumerGroupOf(service);
    if (topics.length > 0) this.subscription = await transport.subscribe({ group, topics, maxInFlight, sink });
    this.started = true;
  }

  private get deliveries(): DeliveryEngine {
    if (!this.engine) throw new Error('the bus has not been started');
    return this.engine;
  }

  /** See Subscription.checkReady; rejects with TransientError `bus_not_ready` before the start is complete. */
  async checkReady(): Promise<void> {
    await this.connect();
    if (!this.started) throw new TransientError('bus_not_ready', 'the consumer has not been started');
    await this.subscription?.checkReady();
  }

  /** See Subscription.checkAlive. */
  async checkAlive(): Promise<void> {
    await this.subscription?.checkAlive();
  }

  /** Stops fetching, lets what was accepted finish for at most `timeoutMs`, then lets go of the transport. Idempotent. */
  close(timeoutMs: number): Promise<void> {
    this.closing ??= this.drain(timeoutMs);
    return this.closing;
  }

  private async drain(timeoutMs: number): Promise<void> {
    try {
      await this.subscription?.drain(timeoutMs);
    } finally {
      this.engine?.stop();
      if (this.connecting) await this.options.transport.close();
    }
  }

  private engineOptions(handlers: HandlerTable): EngineOptions {
    const { service, transport, parking, clock, log, retry, handlerTimeoutMs, random, decode } = this.options;
    return {
      consumer: service,
      system: transport.system,
      handlers,
      producer: this.producer,
      appendDeadLetter: (record) => transport.produce([record]),
      parking,
      clock,
      random: random ?? Math.random,
      log,
      retry: { ...DEFAULT_RETRY, ...retry },
      handlerTimeoutMs: handlerTimeoutMs ?? DEFAULT_HANDLER_TIMEOUT_MS,
      decode: decode ?? decodeRecord,
    };
  }
}

function ownTopics(handlers: HandlerTable, service: ServiceName): TopicName[] {
  const handled = new Set([...handlers.keys()].map((pattern) => pattern.split('#')[0]));
  return Object.values(TOPICS).flatMap(({ name, consumer }) =>
    consumer === service && handled.has(name) ? [name] : [],
  );
}
