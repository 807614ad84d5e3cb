import {
  InMemoryParkingStore,
  KafkaTransport,
  patternOf,
  ServiceBus,
  type Delivery,
  type KafkaOptions,
} from '@plinth/bus';
import { memoryEnd, memoryEnded } from '@plinth/contracts';
import { messageId, sessionId, SystemClock, tenantId, turnId } from '@plinth/kernel';
import { createScratchMesh, createTestDatabase } from '@plinth/testing';
import { createLogger } from '@plinth/telemetry';
import { EffectLedger } from './effect-ledger';
import { WorkerProcess } from './worker-process';

/** An orchestrator in this process, memory processes beside it, topics and a ledger of their own. */
export class BusStand {
  /** Command id → when its answer came, in ms of `performance.now()`. */
  readonly answered = new Map<string, number>();
  private readonly workers: WorkerProcess[] = [];
  private readonly clock = new SystemClock();
  readonly orchestrator: ServiceBus;

  private constructor(
    private readonly options: KafkaOptions,
    private readonly databaseUrl: string,
    readonly ledger: EffectLedger,
    private readonly cleanUp: () => Promise<void>,
  ) {
    this.orchestrator = new ServiceBus({
      service: 'orchestrator',
      transport: new KafkaTransport(options),
      parking: new InMemoryParkingStore(this.clock),
      clock: this.clock,
      log: createLogger({ service: 'orchestrator', level: 'silent' }),
    });
  }

  static async open(partitions: number, over: Partial<KafkaOptions> = {}): Promise<BusStand> {
    const mesh = await createScratchMesh(partitions, over);
    const database = await createTestDatabase();
    const ledger = new EffectLedger(database.url);
    await ledger.create();
    const stand = new BusStand(mesh.options, database.url, ledger, async () => {
      await ledger.close();
      await database.drop();
      await mesh.remove();
    });
    const note = (_data: unknown, { causation }: Delivery) => {
      if (causation !== undefined && !stand.answered.has(causation)) stand.answered.set(causation, performance.now());
      return undefined;
    };
    await stand.orchestrator.start(new Map([[patternOf('plinth.session.events', memoryEnded.type), note]]));
    return stand;
  }

  async startMemory(): Promise<WorkerProcess> {
    const { brokers, namespace = '' } = this.options;
    const worker = await WorkerProcess.start({ service: 'memory', brokers, namespace, databaseUrl: this.databaseUrl });
    this.workers.push(worker);
    return worker;
  }

  /** Throws what the producer throws; the same id may be sent again. */
  send(session: string, id: string): Promise<void> {
    const envelope = {
      id: messageId(id),
      source: 'orchestrator' as const,
      timeMs: this.clock.now(),
      tenant: tenantId('acme'),
      session: sessionId(session),
      turn: turnId(`${session}-turn`),
    };
    return this.orchestrator.producer.send([{ definition: memoryEnd, envelope, data: {} }]);
  }

  async untilAnswered(ids: readonly string[], timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    const open = () => ids.filter((id) => !this.answered.has(id));
    while (open().length > 0) {
      if (performance.now() > until)
        throw new Error(
          `${open().length} commands not answered within ${timeoutMs} ms: ${open().slice(0, 5).join(', ')}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
    await this.orchestrator.close(1_000);
    await this.cleanUp();
  }
}
