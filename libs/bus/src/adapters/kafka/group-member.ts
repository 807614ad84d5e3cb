import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaJSError, type Consumer, type EachBatchPayload } from 'kafkajs';
import type { RecordSink } from '../../transport';
import type { BrokerClock } from './broker-clock';
import { CommitLoop } from './commit-loop';
import type { InFlightGate } from './in-flight-gate';
import type { KafkaLog, KafkaTiming } from './kafka-options';
import type { Namespace } from './namespace';
import { OffsetLedger, type Partition, type PartitionOffset, type Ticket } from './offset-ledger';
import { decodeRecord } from './record-codec';
import { settledWithin } from './settled-within';
import type { Assignment } from './start-positions';

export interface MemberDependencies {
  /** As the broker knows it, like the topics. */
  readonly group: string;
  readonly topics: readonly string[];
  readonly namespace: Namespace;
  readonly sink: RecordSink;
  readonly gate: InFlightGate;
  readonly brokerClock: Pick<BrokerClock, 'offsetMs'>;
  /** Where each assigned partition is to be read from; may throw, and is then asked again. */
  readonly startPositions: (assignment: Assignment) => Promise<PartitionOffset[]>;
  readonly log: KafkaLog;
  readonly timing: KafkaTiming;
  readonly onFinished: () => void;
  /** kafkajs has given this consumer up; another must take its place. */
  readonly onCrash: (error: Error) => void;
}

/**
 * One kafkajs consumer from its first join to its end: hands what it fetches to the sink and commits what is finished.
 *
 * 1. A record is accepted once an epoch, in partition order, from the committed offset on, whatever batches kafkajs hands in:
 *    with several brokers one fetched before a rebalance may arrive after it.
 * 2. Every join begins an epoch. Its first record follows `onAssigned`; what was accepted before it never commits.
 * 3. The fetch loop waits for room in the gate and for `onAssigned`, never for work; it heartbeats meanwhile.
 * 4. Nothing of ours throws into kafkajs, which takes a TypeError for the end of the consumer.
 */
export class GroupMember {
  readonly ledger = new OffsetLedger();
  private readonly commits: CommitLoop;
  private readonly jumps = new Map<string, number>();
  private prepared: Promise<void> = Promise.resolve();
  private state: 'starting' | 'joined' | 'draining' | 'left' = 'starting';
  private lastSignMs = performance.now();

  constructor(
    private readonly consumer: Consumer,
    private readonly needs: MemberDependencies,
  ) {
    this.commits = new CommitLoop(this.ledger, needs.log);
    this.listen();
  }

  get isJoined(): boolean {
    return this.state === 'joined';
  }

  /** Since the last fetch, heartbeat or join. */
  get silentForMs(): number {
    return performance.now() - this.lastSignMs;
  }

  /** Resolves after the first join, or after a failure that kafkajs has taken over to mend. */
  async start(): Promise<void> {
    await this.consumer.connect();
    await this.consumer.subscribe({ topics: [...this.needs.topics], fromBeginning: true });
    this.commits.start(this.needs.timing.commitIntervalMs);
    await this.consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 1,
      eachBatch: (payload) => this.eachBatch(payload),
    });
  }

  /** From now on accepts nothing; stays in the group so that what it has in hand can be committed. */
  stopFetching(): void {
    const joined = this.state === 'joined';
    if (this.state !== 'left') this.state = 'draining';
    if (joined) this.consumer.pause(this.needs.topics.map((topic) => ({ topic })));
  }

  /** Commits what is finished; returns whether all of it is committed. */
  commit(): Promise<boolean> {
    return this.commits.flush();
  }

  /** Leaves the group without committing. */
  async leave(): Promise<void> {
    this.state = 'left';
    this.commits.stop();
    this.ledger.beginEpoch();
    await this.consumer.disconnect();
  }

  private listen(): void {
    const { GROUP_JOIN, REBALANCING, CRASH, HEARTBEAT, FETCH } = this.consumer.events;
    const sign = (): void => void (this.lastSignMs = performance.now());
    this.consumer.on(HEARTBEAT, sign);
    this.consumer.on(FETCH, sign);
    this.consumer.on(REBALANCING, () => this.commits.lastCall());
    this.consumer.on(GROUP_JOIN, ({ payload }) => {
      sign();
      this.joined(payload.memberAssignment);
    });
    this.consumer.on(CRASH, ({ payload }) => {
      this.endEpoch();
      if (this.state === 'joined') this.state = 'starting';
      if (!payload.restart && this.state === 'starting') this.needs.onCrash(payload.error);
    });
  }

  private endEpoch(): number {
    this.commits.use(undefined);
    this.jumps.clear();
    return this.ledger.beginEpoch();
  }

  private joined(assignment: Assignment): void {
    const epoch = this.endEpoch();
    if (this.state === 'starting') this.state = 'joined';
    this.prepared = this.prepare(epoch, assignment);
    const partitions = Object.values(assignment).reduce((sum, own) => sum + own.length, 0);
    this.needs.log.info({ group: this.needs.group, epoch, partitions }, 'joined the consumer group');
  }

  /** Never rejects; gives up when the epoch ends. */
  private async prepare(epoch: number, assignment: Assignment): Promise<void> {
    for (let backoffMs = 100; this.ledger.epoch === epoch; backoffMs = Math.min(backoffMs * 2, 2_000)) {
      try {
        const positions = await this.needs.startPositions(assignment);
        await this.needs.sink.onAssigned();
        return this.ledger.assign(epoch, positions);
      } catch (error) {
        this.needs.log.warn(
          { err: error, group: this.needs.group },
          'could not prepare for the assigned partitions; trying again',
        );
        await sleep(backoffMs, undefined, { ref: false });
      }
    }
  }

  private async eachBatch(payload: EachBatchPayload): Promise<void> {
    try {
      const { epoch } = this.ledger;
      if (!(await this.waitFor(this.prepared, payload, epoch))) return;
      this.commits.use((offsets) => payload.commitOffsetsIfNecessary(offsets));
      await this.takeBatch(payload, epoch);
    } catch (error) {
      if (error instanceof KafkaJSError) throw error;
      this.needs.log.error(
        { err: error, group: this.needs.group },
        'a fetched batch could not be taken; it is fetched again',
      );
      throw new Error('a fetched batch could not be taken', { cause: error });
    }
  }

  private async takeBatch(payload: EachBatchPayload, epoch: number): Promise<void> {
    const { batch } = payload;
    const at = { topic: batch.topic, partition: batch.partition };
    const position = this.positionFor(at, Number(batch.firstOffset()), Number(batch.lastOffset()));
    if (position === undefined) return;
    const topic = this.needs.namespace.inside(batch.topic);
    let taken: string | undefined;
    for (const message of batch.messages) {
      const offset = Number(message.offset);
      if (offset < position) continue;
      while (!this.needs.gate.isOpen) {
        if (taken !== undefined) payload.resolveOffset(taken);
        if (!(await this.waitFor(this.needs.gate.whenOpen(), payload, epoch))) return;
      }
      const ticket = this.ledger.accept({ ...at, offset });
      taken = message.offset;
      this.deliver(decodeRecord(topic, batch.partition, message, this.needs.brokerClock.offsetMs), ticket);
    }
    if (taken !== undefined) payload.resolveOffset(taken);
  }

  /**
   * The offset to take first, or undefined for a batch that does not contain it (invariant 1): then kafkajs is sent back to it. If it
   * comes with the same batch again, there is nothing to read in between.
   */
  private positionFor(at: Partition, first: number, last: number): number | undefined {
    const position = this.ledger.position(at);
    if (position === undefined) return undefined;
    if (first <= position && position <= last) return position;
    const key = `${at.topic}/${at.partition}`;
    if (first > position && this.jumps.get(key) === first) {
      this.needs.log.warn({ ...at, from: position, to: first }, 'the topic has no records between two offsets');
      this.jumps.delete(key);
      this.ledger.skipTo({ ...at, offset: first });
      return first;
    }
    this.jumps.set(key, first);
    this.consumer.seek({ ...at, offset: String(position) });
    return undefined;
  }

  private deliver(record: Parameters<RecordSink['accept']>[0], ticket: Ticket): void {
    const { gate, sink, log } = this.needs;
    let open = true;
    gate.enter();
    const leave = (): boolean => {
      const first = open;
      open = false;
      if (first) gate.leave();
      return first;
    };
    try {
      sink.accept(record, () => {
        if (leave() && this.ledger.finish(ticket)) this.needs.onFinished();
      });
    } catch (error) {
      leave();
      log.error(
        { err: error, topic: record.topic, partition: record.partition, offset: record.offset },
        'a record was not taken; its partition commits nothing from there on',
      );
    }
  }

  /** Waits with heartbeats, which throw when the group rebalances. Returns whether to go on in this epoch. */
  private async waitFor(event: Promise<void>, payload: EachBatchPayload, epoch: number): Promise<boolean> {
    const goesOn = (): boolean => this.ledger.epoch === epoch && this.state === 'joined' && payload.isRunning();
    while (goesOn()) {
      if (await settledWithin(event, this.needs.timing.heartbeatMs)) return goesOn();
      await payload.heartbeat();
    }
    return false;
  }
}
