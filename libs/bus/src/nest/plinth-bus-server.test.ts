import { Controller, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  commandFailed,
  memoryCommit,
  memoryCommitted,
  memoryEnd,
  memoryEnded,
  skillInvoke,
  type DataOf,
} from '@plinth/contracts';
import { messageId, PermanentError, sessionId, SystemClock, tenantId, TransientError, turnId } from '@plinth/kernel';
import { InProcessTransport } from '../adapters/in-process/in-process-transport';
import { reply, type Delivery, type HandlerResult } from '../delivery';
import { ServiceBus } from '../engine/service-bus';
import { Data, DeliveryContext, HandleMessage } from '../handlers';
import { InMemoryParkingStore } from '../parking/in-memory-parking-store';
import { PlinthBusServer } from './plinth-bus-server';

const clock = new SystemClock();
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const failures: { kind: 'transient' | 'permanent' | 'bug' | 'none'; calls: number } = { kind: 'none', calls: 0 };

@Controller()
class MemoryController {
  @HandleMessage(memoryEnd)
  async end(@Data() _data: DataOf<typeof memoryEnd>, @DeliveryContext() delivery: Delivery): Promise<HandlerResult> {
    failures.calls += 1;
    if (failures.kind === 'transient' && delivery.attempt < 3) throw new TransientError('store_busy', 'busy');
    if (failures.kind === 'permanent') throw new PermanentError('refused', 'no');
    if (failures.kind === 'bug') throw new TypeError('x is not a function');
    return Promise.resolve(reply(memoryEnded, { removed: delivery.attempt }));
  }

  @HandleMessage(memoryCommit)
  commit(@Data() data: DataOf<typeof memoryCommit>): HandlerResult {
    return [reply(memoryCommitted, { stored: [{ id: data.user_id, kind: 'fact', status: 'active' }] })];
  }

  @HandleMessage(skillInvoke)
  foreign(@Data() _data: unknown): HandlerResult {
    throw new Error('another service consumes this topic');
  }
}

describe('PlinthBusServer', () => {
  const transport = new InProcessTransport(clock);
  const parking = new InMemoryParkingStore(clock);
  const answers: { type: string; data: unknown; causation: string | undefined }[] = [];
  let app: INestApplicationContext;
  let orchestrator: ServiceBus;
  let send: (id: string, session: string) => Promise<void>;

  beforeAll(async () => {
    @Module({ controllers: [MemoryController] })
    class MemoryModule {}

    const memory = new ServiceBus({
      service: 'memory',
      transport,
      parking,
      clock,
      log: silent,
      retry: { baseDelayMs: 1 },
    });
    const context = await NestFactory.create(MemoryModule, { logger: false });
    context.connectMicroservice({ strategy: new PlinthBusServer(memory, () => 1_000) });
    await context.startAllMicroservices();
    app = context;

    orchestrator = new ServiceBus({ service: 'orchestrator', transport, parking, clock, log: silent });
    const record = (data: unknown, delivery: Delivery) => {
      answers.push({ type: delivery.type, data, causation: delivery.causation });
      return undefined;
    };
    const types = [memoryEnded, memoryCommitted, commandFailed];
    await orchestrator.start(new Map(types.map((event) => [`plinth.session.events#${event.type}`, record])));
    send = (id, session) =>
      memory.producer.send([
        {
          definition: memoryEnd,
          envelope: {
            id: messageId(id),
            source: 'orchestrator',
            timeMs: clock.now(),
            tenant: tenantId('t'),
            session: sessionId(session),
            turn: turnId(`turn-${session}`),
          },
          data: {},
        },
      ]);
  });

  afterAll(async () => {
    await app.close();
    await orchestrator.close(1_000);
  });

  beforeEach(() => {
    answers.length = 0;
    failures.kind = 'none';
    failures.calls = 0;
  });

  const answered = async (count: number) => {
    for (let i = 0; i < 200 && answers.length < count; i += 1) await new Promise((done) => setTimeout(done, 5));
    return answers;
  };

  it('calls the controller method of a message and sends what it returns as the answer', async () => {
    await send('c1', 'happy');
    expect(await answered(1)).toEqual([{ type: 'memory.ended.v1', data: { removed: 1 }, causation: 'c1' }]);
  });

  it('lets a TransientError of a controller reach the engine as it is: the delivery is tried again', async () => {
    failures.kind = 'transient';
    await send('c2', 'transient');
    expect(await answered(1)).toEqual([{ type: 'memory.ended.v1', data: { removed: 3 }, causation: 'c2' }]);
  });

  it.each(['permanent', 'bug'] as const)('parks at once when a controller throws a %s failure', async (kind) => {
    failures.kind = kind;
    await send(`c-${kind}`, kind);
    expect(await answered(1)).toMatchObject([
      {
        type: 'command.failed.v1',
        data: { command_type: 'memory.end.v1', consumer: 'memory', error: { code: 'parked' } },
      },
    ]);
    expect(failures.calls).toBe(1);
    const [row] = await parking.rows('memory', `t/s/${kind}/t/turn-${kind}`, 1);
    expect(row?.error.code).toBe(kind === 'bug' ? 'internal' : 'refused');
  });
});
