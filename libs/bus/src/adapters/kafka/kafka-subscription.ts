import { setTimeout as sleep } from 'node:timers/promises';
import { TransientError } from '@plinth/kernel';
import { gauge } from '@plinth/telemetry';
import type { RecordSink, Subscription } from '../../transport';
import type { BrokerClock } from './broker-clock';
import { GroupMember } from './group-member';
import { InFlightGate } from './in-flight-gate';
import type { KafkaAdmin } from './kafka-admin';
import { kafkaFailure } from './kafka-failure';
import type { KafkaOptions, KafkaTiming } from './kafka-options';
import { LagProbe } from './lag-probe';
import { Namespace } from './namespace';
import { openConsumer } from './open-consumer';
import { settledWithin } from './settled-within';
import { startPositions } from './start-positions';

export interface SubscriptionOptions {
  readonly group: string;
  readonly topics: readonly string[];
  readonly maxInFlight: number;
  readonly sink: RecordSink;
  readonly from?: 'end';
}

const WATCH_EVERY_MS = 5_000;
const SAMPLE_LAG_EVERY_MS = 15_000;
/** So many consumers given up by kafkajs in a row, none of which finished a record, are a fault that stays. */
const FATAL_CRASHES = 5;
const MAX_RESTART_MS = 10_000;

/**
 * Keeps one member of a consumer group alive. Owns the member, the gate and the watch over both.
 *
 * 1. At most one member fetches; one that kafkajs gave up, or that is silent for too long, is replaced with back-off.
 * 2. An unreachable broker is never a reason to end the process: a new process would not reach it either.
 * 3. After `drain` has begun nothing is accepted.
 */
export class KafkaSubscription implements Subscription {
  private readonly namespace: Namespace;
  private readonly group: string;
  private readonly gate: InFlightGate;
  private readonly lag: LagProbe;
  private member: GroupMember | undefined;
  private watch: NodeJS.Timeout | undefined;
  private crashes = 0;
  private lastProgressMs = performance.now();
  private lastSampleMs = performance.now();
  private ending = false;

  constructor(
    private readonly options: KafkaOptions,
    private readonly timing: KafkaTiming,
    private readonly admin: KafkaAdmin,
    private readonly brokerClock: BrokerClock,
    private readonly wish: SubscriptionOptions,
    private readonly newConsumer = openConsumer,
  ) {
    const namespace = (this.namespace = new Namespace(options.namespace));
    this.group = namespace.onBroker(wish.group);
    this.gate = new InFlightGate(wish.maxInFlight);
    this.lag = new LagProbe(admin, wish.group, namespace);
  }

  /** Joins the group. Throws TransientError `bus_unavailable`. */
  async start(): Promise<void> {
    await this.open();
    this.watch = setInterval(() => this.lookAfter(), WATCH_EVERY_MS);
    this.watch.unref();
  }

  async drain(timeoutMs: number): Promise<void> {
    const { log } = this.options;
    const until = performance.now() + timeoutMs;
    this.ending = true;
    clearInterval(this.watch);
    const { member } = this;
    if (!member) return;
    member.stopFetching();
    if (!(await settledWithin(this.gate.whenEmpty(), timeoutMs))) {
      log.warn(
        { group: this.wish.group, unfinished: this.gate.count },
        'drain ended with records in hand; they will be delivered again',
      );
    }
    while (!(await member.commit()) && performance.now() < until) await sleep(100);
    this.member = undefined;
    await this.release(member);
  }

  async checkReady(): Promise<void> {
    const { member } = this;
    if (!member?.isJoined) throw new TransientError('bus_not_ready', 'the consumer has not joined its group');
    if (member.silentForMs > this.timing.sessionTimeoutMs)
      throw new TransientError('bus_not_ready', 'the consumer hears nothing of the broker');
    if (performance.now() - this.lastProgressMs < this.timing.stallMs) return;
    const lag = await this.lag.measure(member.ledger.floors());
    if (lag > 0)
      throw new TransientError(
        'bus_not_ready',
        `${lag} messages wait and none has been finished for ${this.timing.stallMs} ms`,
      );
    this.lastProgressMs = performance.now();
  }

  async checkAlive(): Promise<void> {
    if (this.crashes >= FATAL_CRASHES)
      throw new Error(`the consumer of ${this.wish.group} crashed ${this.crashes} times in a row`);
    const silentForMs = this.member?.silentForMs ?? 0;
    if (silentForMs < 3 * this.timing.silenceMs) return;
    const reachable = await this.admin
      .ask('describe the cluster', (client) => client.describeCluster())
      .then(
        () => true,
        () => false,
      );
    if (reachable)
      throw new Error(`the consumer of ${this.wish.group} has shown no sign of life for ${Math.round(silentForMs)} ms`);
  }

  private async open(): Promise<void> {
    const { topics, sink } = this.wish;
    const { timing, admin, gate, group, namespace } = this;
    const consumer = this.newConsumer(this.options, timing, group, () => !this.ending);
    const member = new GroupMember(consumer, {
      group,
      topics: topics.map((topic) => namespace.onBroker(topic)),
      namespace,
      sink,
      gate,
      brokerClock: this.brokerClock,
      startPositions: (assignment) => startPositions(admin, group, assignment, this.wish.from),
      log: this.options.log,
      timing,
      onFinished: () => {
        this.crashes = 0;
        this.lastProgressMs = performance.now();
      },
      onCrash: (error) => {
        this.crashes += 1;
        this.replace(member, error);
      },
    });
    this.member = member;
    try {
      await member.start();
    } catch (error) {
      this.member = undefined;
      await this.release(member);
      throw kafkaFailure('subscribe', error);
    }
  }

  private replace(member: GroupMember, reason: Error): void {
    if (this.ending || this.member !== member) return;
    this.options.log.error({ err: reason, group: this.wish.group, crashes: this.crashes }, 'the consumer is replaced');
    this.member = undefined;
    void this.release(member).then(() => this.reopen());
  }

  private async reopen(): Promise<void> {
    const { restartMs } = this.timing;
    for (let times = this.crashes; !this.ending; times += 1) {
      const backoffMs = Math.min(restartMs * 2 ** Math.min(times, 10), MAX_RESTART_MS);
      await sleep(backoffMs, undefined, { ref: false });
      try {
        if (!this.ending) await this.open();
        return;
      } catch (error) {
        this.options.log.warn({ err: error, group: this.wish.group }, 'the consumer could not be opened; trying again');
      }
    }
  }

  private async release(member: GroupMember): Promise<void> {
    const left = member
      .leave()
      .catch((error: unknown) => this.options.log.debug({ err: error }, 'a consumer did not leave cleanly'));
    await settledWithin(left, 5_000);
  }

  private lookAfter(): void {
    const { member } = this;
    gauge('plinth_bus_clock_offset_seconds').set({ consumer: this.wish.group }, this.brokerClock.offsetMs / 1_000);
    if (!member) return;
    if (member.silentForMs > this.timing.silenceMs)
      return this.replace(member, new Error(`no sign of life for ${this.timing.silenceMs} ms`));
    if (performance.now() - this.lastSampleMs < SAMPLE_LAG_EVERY_MS) return;
    this.lastSampleMs = performance.now();
    this.lag
      .measure(member.ledger.floors())
      .catch((error: unknown) => this.options.log.debug({ err: error }, 'the lag could not be measured'));
  }
}
