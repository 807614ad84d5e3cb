import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OffsetsByTopicPartition } from 'kafkajs';
import type { KafkaLog } from './kafka-options';
import type { OffsetLedger, PartitionOffset } from './offset-ledger';

/** Sends one commit in the generation that is current at the call, without retries. */
export type Commit = (offsets: OffsetsByTopicPartition) => Promise<void>;

/**
 * Commits what the ledger allows, every so often. Owned by one group member.
 *
 * C1 A commit is sent in the generation in which its offsets were finished, once: the broker refuses it if the group has moved
 *    on meanwhile. So it starts in a turn of the event loop of its own, never amid kafkajs's change of generation, and is never
 *    repeated by kafkajs, whose retries would send it in the next generation.
 * C2 A refused commit loses nothing: its records are delivered again.
 */
export class CommitLoop {
  private send: Commit | undefined;
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> = Promise.resolve();
  private busy = false;

  constructor(
    private readonly ledger: OffsetLedger,
    private readonly log: KafkaLog,
  ) {}

  start(intervalMs: number): void {
    this.timer = setInterval(() => {
      if (!this.busy) this.underWay = this.commit();
    }, intervalMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The way to the broker in the present generation; undefined between two. */
  use(send: Commit | undefined): void {
    this.send = send;
  }

  /** Called as a rebalance begins: the request is on the wire before the one that leaves the generation. */
  lastCall(): void {
    void this.commit();
  }

  /** Commits all that is finished; returns whether nothing is left to commit. */
  async flush(): Promise<boolean> {
    await this.underWay;
    await nextTurn();
    await this.commit();
    return this.ledger.committable().length === 0;
  }

  private async commit(): Promise<void> {
    const offsets = this.ledger.committable();
    const { epoch } = this.ledger;
    if (!this.send || offsets.length === 0) return;
    this.busy = true;
    try {
      await this.send(byTopic(offsets));
      this.ledger.committed(epoch, offsets);
    } catch (error) {
      this.log.debug({ err: error }, 'a commit was refused; its records may be delivered again');
    } finally {
      this.busy = false;
    }
  }
}

function byTopic(offsets: readonly PartitionOffset[]): OffsetsByTopicPartition {
  const topics = [...Map.groupBy(offsets, ({ topic }) => topic)];
  return {
    topics: topics.map(([topic, own]) => ({
      topic,
      partitions: own.map(({ partition, offset }) => ({ partition, offset: String(offset) })),
    })),
  };
}
