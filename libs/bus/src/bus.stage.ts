import { randomUUID } from 'node:crypto';
import {
  commandFailed,
  memoryAssemble,
  memoryAssembled,
  memoryCommit,
  memoryCommitted,
  memoryEnd,
  memoryEnded,
  type DataOf,
  type MessageDefinition,
  type Outgoing,
} from '@plinth/contracts';
import { messageId, sessionId, SystemClock, tenantId, turnId } from '@plinth/kernel';
import { reply, type Delivery, type HandlerResult } from './delivery';
import type { HandlerTable } from './engine/engine-options';
import { ServiceBus, type BusOptions } from './engine/service-bus';
import { patternOf } from './handlers';
import { InMemoryParkingStore } from './parking/in-memory-parking-store';
import { BusTransport, type FetchedRecord, type RecordSink, type Subscription, type WireRecord } from './transport';

/** Topics and groups that no other test shares. */
export interface BusWorld {
  /** The connection of one process. Several may be asked for: they see the same topics. */
  transport(): BusTransport;
  end(): Promise<void>;
}

/** Gives a transport topics and groups of its own by a prefix, for brokers that tests share. */
export class PrivateTopics extends BusTransport {
  constructor(
    private readonly inner: BusTransport,
    private readonly prefix: string,
  ) {
    super();
  }

  get system(): string {
    return this.inner.system;
  }

  connect(topics: readonly string[]): Promise<void> {
    return this.inner.connect(topics.map((topic) => this.prefix + topic));
  }

  produce(records: readonly WireRecord[]): Promise<void> {
    return this.inner.produce(records.map((record) => ({ ...record, topic: this.prefix + record.topic })));
  }

  subscribe(options: {
    group: string;
    topics: readonly string[];
    maxInFlight: number;
    sink: RecordSink;
  }): Promise<Subscription> {
    const { sink } = options;
    const own = (record: FetchedRecord) => ({ ...record, topic: record.topic.slice(this.prefix.length) });
    return this.inner.subscribe({
      ...options,
      group: this.prefix + options.group,
      topics: options.topics.map((topic) => this.prefix + topic),
      sink: { accept: (record, finished) => sink.accept(own(record), finished), onAssigned: () => sink.onAssigned() },
    });
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}

/** A transport whose `produce` a test watches and may hold back. */
export class WatchedTransport extends BusTransport {
  readonly requests: (readonly WireRecord[])[] = [];
  /** Awaited before each request. */
  before: (records: readonly WireRecord[]) => Promise<void> = async () => Promise.resolve();

  constructor(private readonly inner: BusTransport) {
    super();
  }

  get system(): string {
    return this.inner.system;
  }

  connect(topics: readonly string[]): Promise<void> {
    return this.inner.connect(topics);
  }

  async produce(records: readonly WireRecord[]): Promise<void> {
    this.requests.push(records);
    await this.before(records);
    await this.inner.produce(records);
  }

  subscribe(options: Parameters<BusTransport['subscribe']>[0]): Promise<Subscription> {
    return this.inner.subscribe(options);
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}

/** What the orchestrator received. */
export interface Answer {
  readonly type: string;
  readonly id: string;
  readonly causation: string | undefined;
  readonly session: string | undefined;
  readonly turn: string | undefined;
  readonly data: unknown;
  readonly atMs: number;
}

type Behaviour = (delivery: Delivery, data: unknown) => HandlerResult | Promise<HandlerResult>;
type StageOptions = Partial<Omit<BusOptions, 'service' | 'transport'>>;

export const clock = new SystemClock();
export const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Quick repetitions, so that a suite takes seconds. */
export const QUICK = { maxTries: 3, baseDelayMs: 2, maxDelayMs: 20, outageToleranceMs: 60_000 };

/** An orchestrator that sends commands and notes the answers, and a memory whose behaviour each session of a test chooses. */
export class BusStage {
  readonly parking = new InMemoryParkingStore(clock);
  readonly answers: Answer[] = [];
  /** `<session>` → message ids in the order of their calls. */
  readonly calls = new Map<string, string[]>();
  private readonly behaviours = new Map<string, Behaviour>();
  private readonly open: ServiceBus[] = [];
  private orchestrator!: ServiceBus;
  memory!: ServiceBus;

  private constructor(
    private readonly world: BusWorld,
    private readonly options: StageOptions,
  ) {}

  static async open(world: BusWorld, options: StageOptions = {}): Promise<BusStage> {
    const stage = new BusStage(world, options);
    stage.orchestrator = stage.bus('orchestrator', world.transport());
    await stage.orchestrator.start(stage.listeners());
    stage.memory = await stage.startMemory();
    return stage;
  }

  /** A process that only sends. */
  static async sender(world: BusWorld): Promise<BusStage> {
    const stage = new BusStage(world, {});
    stage.orchestrator = stage.bus('orchestrator', world.transport());
    await stage.orchestrator.connect();
    return stage;
  }

  /** A further memory process on the same parking store. */
  async startMemory(options: StageOptions = {}, transport = this.world.transport()): Promise<ServiceBus> {
    const memory = this.bus('memory', transport, options);
    await memory.start(this.workers());
    return memory;
  }

  bus(service: 'orchestrator' | 'memory', transport: BusTransport, options: StageOptions = {}): ServiceBus {
    const bus = new ServiceBus({
      service,
      transport,
      parking: this.parking,
      clock,
      log: quiet,
      retry: QUICK,
      ...this.options,
      ...options,
    });
    this.open.push(bus);
    return bus;
  }

  async close(): Promise<void> {
    await Promise.all(this.open.splice(0).map((bus) => bus.close(500)));
  }

  on(session: string, behaviour: Behaviour): void {
    this.behaviours.set(session, behaviour);
  }

  /** Sends `memory.end.v1` unless another definition is named; ids are returned. */
  async send(session: string, ids: readonly string[], over: Partial<Outgoing['envelope']> = {}): Promise<void> {
    await this.orchestrator.producer.send(ids.map((id) => this.command(session, id, over)));
  }

  async sendOutgoing(...messages: Outgoing[]): Promise<void> {
    await this.orchestrator.producer.send(messages);
  }

  /** Appends a record as it is, whoever may have written it. */
  async produceRaw(record: WireRecord): Promise<void> {
    const transport = this.world.transport();
    await transport.connect([record.topic]);
    await transport.produce([record]);
    await transport.close();
  }

  command<D extends MessageDefinition = typeof memoryEnd>(
    session: string,
    id: string,
    over: Partial<Outgoing['envelope']> = {},
    definition?: D,
    data?: Outgoing<D>['data'],
  ): Outgoing {
    return {
      definition: definition ?? memoryEnd,
      envelope: {
        id: messageId(id),
        source: 'orchestrator',
        timeMs: clock.now(),
        tenant: tenantId('acme'),
        session: sessionId(session),
        turn: turnId(`${session}-turn-1`),
        ...over,
      },
      data: data ?? {},
    };
  }

  answersOf(session: string): Answer[] {
    return this.answers.filter((answer) => answer.session === session);
  }

  callsOf(session: string): string[] {
    return this.calls.get(session) ?? [];
  }

  async answered(session: string, count: number, withinMs = 20_000): Promise<Answer[]> {
    await eventually(
      () => this.answersOf(session).length >= count,
      withinMs,
      () => `${count} answers to ${session}, got ${JSON.stringify(this.answersOf(session))}`,
    );
    return this.answersOf(session);
  }

  private workers(): HandlerTable {
    const work = async (data: unknown, delivery: Delivery) => {
      const session = delivery.session ?? '';
      this.calls.set(session, [...this.callsOf(session), delivery.id]);
      return (this.behaviours.get(session) ?? done)(delivery, data);
    };
    return new Map(
      [memoryEnd, memoryAssemble, memoryCommit].map((each) => [patternOf(each.topics[0]!, each.type), work]),
    );
  }

  private listeners(): HandlerTable {
    const note = (data: unknown, { type, id, causation, session, turn }: Delivery) => {
      this.answers.push({ type, id, causation, session, turn, data, atMs: clock.now() });
      return undefined;
    };
    const events = [memoryEnded, memoryAssembled, memoryCommitted, commandFailed];
    return new Map(events.map((each) => [patternOf(each.topics[0]!, each.type), note]));
  }
}

export const done = (delivery: Delivery): HandlerResult => reply(memoryEnded, { removed: delivery.attempt });

export const failureOf = (answer: Answer | undefined) =>
  (answer?.data as Partial<DataOf<typeof commandFailed>> | undefined)?.error?.code;

/** A door that handlers wait at until the test opens it. */
export class Gate {
  private release!: () => void;
  readonly opened = new Promise<void>((resolve) => (this.release = resolve));

  open(): void {
    this.release();
  }
}

export async function eventually(
  condition: () => boolean | Promise<boolean>,
  withinMs = 20_000,
  what: () => string = () => 'the condition',
): Promise<void> {
  const until = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > until) throw new Error(`not within ${withinMs} ms: ${what()}`);
    await pause(5);
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
export const fresh = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;
export const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`);
