import { setTimeout as sleep } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { createKafka } from './kafka-client';
import { kafkaFailure, protocolTypeOf } from './kafka-failure';
import type { KafkaOptions } from './kafka-options';

/** Questions to the cluster. Owns one kafkajs admin at a time; one that failed is replaced, so that the next call starts afresh. */
export class KafkaAdmin {
  private current: Promise<Admin> | undefined;

  constructor(private readonly options: KafkaOptions) {}

  /** Throws TransientError `bus_unavailable` or PermanentError `bus_forbidden`. */
  async ask<T>(doing: string, question: (admin: Admin) => Promise<T>): Promise<T> {
    const using = (this.current ??= this.open());
    try {
      return await question(await using);
    } catch (error) {
      if (this.current === using) void this.close();
      throw kafkaFailure(doing, error);
    }
  }

  /** All topics that this client may see. */
  topics(): Promise<string[]> {
    return this.ask('list the topics', (client) => settled(10_000, () => client.listTopics()));
  }

  /** The partitions of each topic. */
  async partitionCounts(names: readonly string[], withinMs: number): Promise<Map<string, number>> {
    const { topics } = await this.ask('describe the topics', (client) =>
      settled(withinMs, () => client.fetchTopicMetadata({ topics: [...names] })),
    );
    return new Map(topics.map(({ name, partitions }) => [name, partitions.length]));
  }

  /** Resolves once the leader of every partition serves it; before, a consumer would join its group twice. */
  async untilServed(names: readonly string[], withinMs: number): Promise<void> {
    await this.ask('wait for the topics', (client) =>
      Promise.all(names.map((name) => settled(withinMs, () => client.fetchTopicOffsets(name)))),
    );
  }

  async close(): Promise<void> {
    const using = this.current;
    this.current = undefined;
    try {
      await (await using)?.disconnect();
    } catch (error) {
      this.options.log.debug({ err: error }, 'an admin connection did not close cleanly');
    }
  }

  private async open(): Promise<Admin> {
    const admin = createKafka(this.options).admin();
    await admin.connect();
    return admin;
  }
}

/** While a topic, of ours or of others, is being created, brokers answer these for a moment. */
const UNSETTLED = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE', 'NOT_LEADER_FOR_PARTITION']);

async function settled<T>(withinMs: number, question: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + withinMs; ; await sleep(100)) {
    try {
      return await question();
    } catch (error) {
      if (!UNSETTLED.has(protocolTypeOf(error) ?? '') || performance.now() > until) throw error;
    }
  }
}
