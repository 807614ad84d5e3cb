import { TransientError } from '@plinth/kernel';
import { Partitioners, type Producer } from 'kafkajs';
import type { WireRecord } from '../../transport';
import type { BrokerClock } from './broker-clock';
import { createKafka } from './kafka-client';
import { kafkaFailure } from './kafka-failure';
import type { KafkaOptions } from './kafka-options';
import { Namespace } from './namespace';
import { encodeRecords, splitBySize } from './record-codec';

/** Below the broker's `message.max.bytes` of 1 MiB, whatever partition the records fall into. */
const MAX_REQUEST_BYTES = 900_000;

/**
 * Appends records, acknowledged by all in-sync replicas. Owns one kafkajs producer at a time.
 *
 * P1 The records of one call travel in one request, unless they exceed what the broker takes at once: then in several, in order.
 * P2 After a failure the kafkajs producer is replaced: whatever state it was in, the next call starts afresh.
 *
 * Not idempotent: that would serialise all requests to a broker and die of OUT_OF_ORDER_SEQUENCE where a broker lost its state,
 * while a repeated record is harmless, since consumers de-duplicate by message id. Keys hash by murmur2, as Java clients do, so
 * topics of equal partition counts hold one session in the same partition number.
 */
export class KafkaRecordProducer {
  private current: Promise<Producer> | undefined;
  private closed = false;
  private readonly namespace: Namespace;

  constructor(
    private readonly options: KafkaOptions,
    private readonly timeoutMs: number,
    private readonly brokerClock: BrokerClock,
  ) {
    this.namespace = new Namespace(options.namespace);
  }

  /** Throws TransientError `bus_unavailable`. */
  async connect(): Promise<void> {
    await this.producer();
  }

  async produce(records: readonly WireRecord[]): Promise<void> {
    for (const run of splitBySize(records, MAX_REQUEST_BYTES)) await this.send(run);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.discard(this.current);
  }

  private async send(records: readonly WireRecord[]): Promise<void> {
    const using = this.producer();
    try {
      const work = using.then((producer) => this.append(producer, records));
      await within(this.timeoutMs, work);
    } catch (error) {
      const failure = kafkaFailure('produce', error);
      if (failure instanceof TransientError && this.current === using) void this.discard(using);
      throw failure;
    }
  }

  private async append(producer: Producer, records: readonly WireRecord[]): Promise<void> {
    const sentAtMs = this.brokerClock.now();
    const appended = await producer.sendBatch({ acks: -1, topicMessages: encodeRecords(records, this.namespace) });
    for (const { logAppendTime } of appended) this.brokerClock.observe(sentAtMs, Number(logAppendTime));
  }

  private producer(): Promise<Producer> {
    if (this.closed) return Promise.reject(new TransientError('bus_unavailable', 'the producer is closed'));
    return (this.current ??= this.open());
  }

  private async open(): Promise<Producer> {
    const producer = createKafka(this.options).producer({
      allowAutoTopicCreation: false,
      idempotent: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: { retries: 6 },
    });
    try {
      await producer.connect();
      return producer;
    } catch (error) {
      this.current = undefined;
      void producer
        .disconnect()
        .catch((reason: unknown) => this.options.log.debug({ err: reason }, 'a broken producer did not disconnect'));
      throw kafkaFailure('connect', error);
    }
  }

  private async discard(using: Promise<Producer> | undefined): Promise<void> {
    if (this.current === using) this.current = undefined;
    try {
      await (await using)?.disconnect();
    } catch (error) {
      this.options.log.debug({ err: error }, 'a discarded producer did not disconnect');
    }
  }
}

/** Rejects with `bus_unavailable` when the work takes longer; the work itself goes on. */
function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new TransientError('bus_unavailable', `no answer of the broker within ${timeoutMs} ms`));
    }, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
