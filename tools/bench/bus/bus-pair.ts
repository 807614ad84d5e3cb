import {
  InMemoryParkingStore,
  KafkaTransport,
  patternOf,
  reply,
  ServiceBus,
  type Delivery,
  type HandlerResult,
  type KafkaOptions,
  type WireRecord,
} from '@plinth/bus';
import { memoryEnd, memoryEnded } from '@plinth/contracts';
import { messageId, sessionId, SystemClock, tenantId, turnId } from '@plinth/kernel';
import { createLogger } from '@plinth/telemetry';

const clock = new SystemClock();

/** Counts what reaches the broker: requests, and the messages in them. */
class CountingTransport extends KafkaTransport {
  requests = 0;
  messages = 0;

  override async produce(records: readonly WireRecord[]): Promise<void> {
    this.requests += 1;
    this.messages += records.length;
    await super.produce(records);
  }
}

/** An orchestrator and a memory on real Kafka, in this process. `onCommand` may throw; `onAnswer` hears of every reply. */
export class BusPair {
  private readonly orchestratorTransport: CountingTransport;
  private readonly memoryTransport: CountingTransport;
  private readonly orchestrator: ServiceBus;
  private readonly memory: ServiceBus;
  private sent = 0;

  onCommand: (delivery: Delivery) => void = () => undefined;
  onAnswer: (causation: string) => void = () => undefined;
  /** Whether commands are answered; without, one message travels for each that is sent. */
  answers = true;

  constructor(options: KafkaOptions) {
    this.orchestratorTransport = new CountingTransport(options);
    this.memoryTransport = new CountingTransport(options);
    this.orchestrator = this.bus('orchestrator', this.orchestratorTransport);
    this.memory = this.bus('memory', this.memoryTransport);
  }

  async start(): Promise<void> {
    const work = (_data: unknown, delivery: Delivery): HandlerResult => {
      this.onCommand(delivery);
      return this.answers ? reply(memoryEnded, { removed: 0 }) : undefined;
    };
    const note = (_data: unknown, { causation }: Delivery): HandlerResult => {
      if (causation !== undefined) this.onAnswer(causation);
      return undefined;
    };
    await this.orchestrator.start(new Map([[patternOf('plinth.session.events', memoryEnded.type), note]]));
    await this.memory.start(new Map([[patternOf('plinth.memory.commands', memoryEnd.type), work]]));
  }

  nextId(): string {
    return `message-${(this.sent += 1)}`;
  }

  send(session: string, id: string): Promise<void> {
    const envelope = {
      id: messageId(id),
      source: 'orchestrator' as const,
      timeMs: clock.now(),
      tenant: tenantId('bench'),
      session: sessionId(session),
      turn: turnId(`${session}-${id}`),
    };
    return this.orchestrator.producer.send([{ definition: memoryEnd, envelope, data: {} }]);
  }

  /** Requests to the broker and messages in them, of both sides, since the start. */
  traffic(): { requests: number; messages: number } {
    const both = [this.orchestratorTransport, this.memoryTransport];
    return {
      requests: both.reduce((sum, each) => sum + each.requests, 0),
      messages: both.reduce((sum, each) => sum + each.messages, 0),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.orchestrator.close(2_000), this.memory.close(2_000)]);
  }

  private bus(service: 'orchestrator' | 'memory', transport: KafkaTransport): ServiceBus {
    const log = createLogger({ service, level: 'silent' });
    return new ServiceBus({ service, transport, parking: new InMemoryParkingStore(clock), clock, log });
  }
}
