import { memoryAssemble, memoryAssembled, memoryEnd, type Outgoing } from '@plinth/contracts';
import { SystemClock } from '@plinth/kernel';
import { createScratchMesh } from '@plinth/testing';
import { BusStage, failureOf, fresh, pause, type BusWorld } from '../../bus.stage';
import { reply } from '../../delivery';
import { KafkaTransport } from './kafka-transport';

jest.setTimeout(60_000);

class SkewedClock extends SystemClock {
  constructor(private readonly skewMs: number) {
    super();
  }
  override now(): number {
    return super.now() + this.skewMs;
  }
}

const assembled = reply(memoryAssembled, {
  user_id: 'u',
  anchors: [],
  session: { facts: {}, constraints: {}, state: {} },
  changes: [],
  items: [],
});

describe('a consumer whose clock is not the broker’s', () => {
  let world: BusWorld;
  let stage: BusStage;

  const open = async (skewMs: number) => {
    const mesh = await createScratchMesh(1);
    const clock = new SkewedClock(skewMs);
    world = { transport: () => new KafkaTransport({ ...mesh.options, clock }), end: () => mesh.remove() };
    stage = await BusStage.open(world, { clock });
    // Clocks are compared as soon as something has been appended.
    const first = fresh('first');
    await stage.send(first, [`${first}-0`]);
    await stage.answered(first, 1);
  };
  afterEach(async () => {
    await stage.close();
    await world.end();
  });

  const assemble = (session: string, id: string, budgetMs: number): Outgoing =>
    stage.command(session, id, { budgetMs }, memoryAssemble, {
      user: { user_id: 'u' },
      text: 'hello',
      now: new Date().toISOString(),
      locale: 'en',
      time_zone: 'UTC',
    });

  it.each([3_000, 700, -3_000])(
    '%d ms off: handles what is in time, and tells what truly remains of its budget',
    async (skewMs) => {
      await open(skewMs);
      const session = fresh('in-time');
      const remaining: number[] = [];
      stage.on(session, (delivery) => {
        remaining.push(delivery.remainingMs() ?? NaN);
        return assembled;
      });
      await stage.sendOutgoing(assemble(session, 'a', 500), assemble(session, 'b', 500));
      const answers = await stage.answered(session, 2);
      expect(answers.map(({ type }) => type)).toEqual(['memory.assembled.v1', 'memory.assembled.v1']);
      for (const each of remaining) expect(each).toBeGreaterThan(100);
      for (const each of remaining) expect(each).toBeLessThanOrEqual(500);
    },
  );

  it.each([3_000, -3_000])('%d ms off: still expires what spent its budget in the queue', async (skewMs) => {
    await open(skewMs);
    const session = fresh('late');
    stage.on(session, async (delivery) => {
      if (delivery.type === memoryEnd.type) await pause(600);
      return assembled;
    });
    await stage.sendOutgoing(stage.command(session, 'slow'), assemble(session, 'late', 200));
    const answers = await stage.answered(session, 2);
    expect(answers.map((answer) => failureOf(answer) ?? answer.type)).toEqual(['memory.assembled.v1', 'expired']);
  });
});
