import { randomUUID } from 'node:crypto';
import { ensureTopics, removeTopics } from '@plinth/bus';
import { testKafkaOptions } from '@plinth/testing';
import { BareClient } from '../bus/bare-client';
import { measureLatency, type Carrier } from '../bus/one-way-latency';
import type { Spread } from '../bus/percentiles';

const PARTITIONS = 16;
const BLOCKS = 4;
const PER_BLOCK = 60;

/**
 * Bare kafkajs beside the turns: a topic of its own, bodies as large as the turns' messages, the same headers and acknowledgements.
 * Owns its topic and its connections until `close`.
 */
export class BareLatency {
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly client: BareClient,
    private readonly removeTopic: () => Promise<void>,
  ) {}

  static async open(bodyBytes: number): Promise<BareLatency> {
    const options = testKafkaOptions();
    const topic = `bench-turn-bare-${randomUUID()}`;
    await ensureTopics(options, [{ name: topic, partitions: PARTITIONS }], 1);
    const body = JSON.stringify({ text: 'x'.repeat(Math.max(0, bodyBytes - '{"text":""}'.length)) });
    const client = new BareClient(options.brokers, topic, false, body);
    await client.start();
    return new BareLatency(client, () => removeTopics(options, [topic]));
  }

  /** From just before a send to its arrival, one message at a time. */
  async measure(): Promise<Spread> {
    const carrier: Carrier = {
      send: (id) => this.client.send('one', id),
      onArrival: (listener) => (this.client.onMessage = listener),
    };
    const { bare } = await measureLatency({ bare: carrier }, BLOCKS, PER_BLOCK);
    if (!bare) throw new Error('the latency of bare kafkajs was not measured');
    return bare.oneWay;
  }

  /** A second call does nothing. */
  close(): Promise<void> {
    this.closing ??= this.client.close().then(() => this.removeTopic());
    return this.closing;
  }
}
