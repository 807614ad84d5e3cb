import { gauge } from '@plinth/telemetry';
import type { KafkaAdmin } from './kafka-admin';
import type { Namespace } from './namespace';
import type { PartitionOffset } from './offset-ledger';

/** Compares the ends of the assigned partitions with their lowest unfinished offsets, and reports `plinth_bus_lag`. */
export class LagProbe {
  private reported: Labels[] = [];

  constructor(
    private readonly admin: KafkaAdmin,
    private readonly consumer: string,
    private readonly namespace: Namespace,
  ) {}

  /** Records that wait or are being handled, in all assigned partitions. Throws what KafkaAdmin throws. */
  async measure(floors: readonly PartitionOffset[]): Promise<number> {
    const topics = [...new Set(floors.map(({ topic }) => topic))];
    const ends = new Map<string, number>();
    await Promise.all(
      topics.map(async (topic) => {
        const offsets = await this.admin.ask('read the ends of a topic', (client) => client.fetchTopicOffsets(topic));
        for (const { partition, high } of offsets) ends.set(`${topic}/${partition}`, Number(high));
      }),
    );
    const lags = floors.map(({ topic, partition, offset }) => ({
      topic,
      partition,
      lag: Math.max(0, (ends.get(`${topic}/${partition}`) ?? 0) - offset),
    }));
    this.report(lags);
    return lags.reduce((sum, { lag }) => sum + lag, 0);
  }

  private report(lags: readonly { topic: string; partition: number; lag: number }[]): void {
    const metric = gauge('plinth_bus_lag');
    for (const labels of this.reported) metric.remove(labels);
    this.reported = lags.map(({ topic, partition }) => ({
      consumer: this.consumer,
      topic: this.namespace.inside(topic),
      partition: String(partition),
    }));
    lags.forEach(({ lag }, index) => {
      const labels = this.reported[index];
      if (labels) metric.set(labels, lag);
    });
  }
}

type Labels = Record<'consumer' | 'topic' | 'partition', string>;
