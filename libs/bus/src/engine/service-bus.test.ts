import { setTimeout as sleep } from 'node:timers/promises';
import { memoryEnd, memoryEnded, userErase, userErased, type DataOf, type TopicName } from '@plinth/contracts';
import { messageId, PermanentError, sessionId, SystemClock, tenantId, userId } from '@plinth/kernel';
import { InProcessTransport } from '../adapters/in-process/in-process-transport';
import { eventually, quiet } from '../bus.stage';
import { reply } from '../delivery';
import { HandleMessage, patternOf } from '../handlers';
import { InMemoryParkingStore } from '../parking/in-memory-parking-store';
import { ServiceBus } from './service-bus';
import type { MessageFunction } from './handler-call';

const clock = new SystemClock();
const COMMANDS = 'plinth.memory.commands';

function setUp() {
  const transport = new InProcessTransport(clock);
  const parking = new InMemoryParkingStore(clock);
  const memory = new ServiceBus({ service: 'memory', transport, parking, clock, log: quiet });
  return { transport, parking, memory };
}

const table = (entries: readonly [TopicName, string, MessageFunction][]) =>
  new Map(entries.map(([topic, type, handler]) => [patternOf(topic, type), handler]));

describe('ServiceBus', () => {
  it('M20: an erasure erases what the user said in parked messages, keeps the rows and counts them in the receipt', async () => {
    const { memory, parking } = setUp();
    const receipts: DataOf<typeof userErased>[] = [];
    const erase: MessageFunction = (data) => {
      const { erasure_id } = data as DataOf<typeof userErase>;
      return reply(userErased, { erasure_id, user_id: 'lin', service: 'memory', counts: { items: 3 }, refused: [] });
    };
    await memory.start(
      table([
        [COMMANDS, memoryEnd.type, () => Promise.reject(new PermanentError('broken', 'no'))],
        [COMMANDS, userErase.type, erase],
        ['plinth.user.events', userErased.type, (data) => void receipts.push(data as DataOf<typeof userErased>)],
      ]),
    );
    const envelope = { source: 'orchestrator', timeMs: clock.now(), tenant: tenantId('acme') } as const;
    await memory.producer.send([
      {
        definition: memoryEnd,
        envelope: { ...envelope, id: messageId('c1'), user: userId('lin') },
        data: { user_id: 'lin' },
      },
    ]);
    await eventually(async () => (await parking.list('memory', 10)).length === 1);
    await memory.producer.send([
      {
        definition: userErase,
        topic: COMMANDS,
        envelope: { ...envelope, id: messageId('e1'), user: userId('wang') },
        data: { erasure_id: 'e', user_ids: ['lin'], requested_at: new Date(clock.now()).toISOString() },
      },
    ]);
    await eventually(() => receipts.length === 1);
    expect(receipts[0]?.counts).toEqual({ items: 3, parked_messages: 1 });
    const [key] = await parking.parkedKeys('memory');
    expect(await memory.parked.inspect(key ?? '')).toMatchObject([{ messageId: 'c1', erased: true }]);
    expect(await memory.parked.replayKey(key ?? '')).toEqual({ state: 'drained', handled: 0, discarded: 1 });
    await memory.close(500);
  });

  it('ignores handlers of topics that another service consumes, so that services share a process and its controllers', async () => {
    const { transport, memory, parking } = setUp();
    const ignored = table([['plinth.skills.commands', 'skill.invoke.v1', () => undefined]]);
    await memory.start(new Map([...ignored, ...table([[COMMANDS, memoryEnd.type, () => undefined]])]));
    const skills = new ServiceBus({ service: 'skill-gateway', transport, parking, clock, log: quiet });
    await expect(skills.start(ignored)).resolves.toBeUndefined();
    await Promise.all([memory.close(100), skills.close(100)]);
  });

  it('consumes as a group that names the mesh: on a shared broker another product may have a `memory` too', async () => {
    const { transport, memory } = setUp();
    const subscribe = jest.spyOn(transport, 'subscribe');
    await memory.start(table([[COMMANDS, memoryEnd.type, () => undefined]]));
    expect(subscribe.mock.calls.map(([{ group }]) => group)).toEqual(['plinth.memory']);
    await memory.close(100);
  });

  it('keeps the shared transport open until the last service has closed', async () => {
    const { transport, memory, parking } = setUp();
    const other = new ServiceBus({ service: 'reflection', transport, parking, clock, log: quiet });
    await Promise.all([memory.connect(), other.connect()]);
    await memory.close(100);
    const produce = () => transport.produce([{ topic: COMMANDS, key: 'k', headers: {}, body: Buffer.alloc(0) }]);
    await expect(produce()).resolves.toBeUndefined();
    await other.close(100);
    await expect(produce()).rejects.toMatchObject({ code: 'bus_unavailable' });
  });

  it('X2: a drain answers every accepted message before it ends, and none is delivered again to the next process', async () => {
    const { transport, memory, parking } = setUp();
    const delivered: string[] = [];
    const answered = new Set<string | undefined>();
    const slowly = table([
      [
        COMMANDS,
        memoryEnd.type,
        async (_data, { id }) => {
          delivered.push(id);
          await sleep(30);
          return reply(memoryEnded, { removed: 1 });
        },
      ],
    ]);
    const orchestrator = new ServiceBus({ service: 'orchestrator', transport, parking, clock, log: quiet });
    await orchestrator.start(
      table([['plinth.session.events', memoryEnded.type, (_data, { causation }) => void answered.add(causation)]]),
    );
    await memory.start(slowly);
    const ids = Array.from({ length: 8 }, (_, n) => messageId(`c${n}`));
    await memory.producer.send(
      ids.map((id, n) => ({
        definition: memoryEnd,
        envelope: { id, source: 'orchestrator', timeMs: 0, tenant: tenantId('acme'), session: sessionId(`s${n % 4}`) },
        data: {},
      })),
    );
    await eventually(() => delivered.length === 4);
    await memory.close(5_000);
    await eventually(() => answered.size === ids.length);
    const next = new ServiceBus({ service: 'memory', transport, parking, clock, log: quiet });
    await next.start(slowly);
    await sleep(50);
    expect([...delivered].sort()).toEqual(ids);
    await Promise.all([next.close(500), orchestrator.close(500)]);
  });

  it('is not ready before its parked keys are known, and tells a replay that it needs a started bus', async () => {
    const { memory, parking } = setUp();
    await parking.park({
      consumer: 'memory',
      parkingKey: 'acme/s/s/t/t',
      messageId: 'm',
      type: memoryEnd.type,
      record: {
        topic: COMMANDS,
        key: 'k',
        partition: 0,
        offset: '0',
        appendedAtMs: 0,
        headers: {},
        body: Buffer.from('{}'),
      },
      error: { code: 'x', message: 'x', retryable: false },
      parkedAtMs: 0,
    });
    await expect(memory.parked.replayKey('acme/s/s/t/t')).rejects.toThrow('has not been started');
    await expect(memory.checkReady()).rejects.toMatchObject({ code: 'bus_not_ready' });
    await memory.start(table([[COMMANDS, memoryEnd.type, () => undefined]]));
    await expect(memory.checkReady()).resolves.toBeUndefined();
    expect(await memory.parked.replayKey('acme/s/s/t/t')).toMatchObject({ state: 'failed' });
    expect(await memory.parked.replayKey('elsewhere')).toMatchObject({ state: 'not_parked' });
    expect(
      await memory.parked.discard('acme/s/s/t/t', (await memory.parked.inspect('acme/s/s/t/t'))[0]?.seq ?? 0),
    ).toBe('discarded');
    expect(await memory.parked.list()).toEqual([]);
    await memory.close(100);
  });
});

describe('HandleMessage', () => {
  it('refuses a message of several topics without the one on which it is handled', () => {
    expect(() => HandleMessage(userErase)).toThrow('name the topic');
    expect(() => HandleMessage(userErase, 'plinth.memory.commands')).not.toThrow();
  });
});
