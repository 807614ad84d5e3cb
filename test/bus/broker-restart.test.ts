import { setTimeout as sleep } from 'node:timers/promises';
import { TransientError } from '@plinth/kernel';
import { PrivateServers } from '@plinth/testing';
import { BusStand } from './bus-stand';

jest.setTimeout(420_000);

describe('when the broker restarts', () => {
  let broker: PrivateServers | undefined;
  let stand: BusStand | undefined;

  afterAll(async () => {
    await stand?.close();
    await broker?.remove();
  });

  it('X2: kill -9 of the broker under load: every command that was accepted is answered, effects happen once, in order per key', async () => {
    const server = (broker = await PrivateServers.start(['kafka']));
    const bus = (stand = await BusStand.open(4, { brokers: server.env().PLINTH_KAFKA_BROKERS.split(',') }));
    const worker = await bus.startMemory();
    const sessions = Array.from({ length: 10 }, (_, index) => `session-${index}`);
    let running = true;
    const sent = await Promise.all([
      ...sessions.map(async (session) => {
        const ids: string[] = [];
        while (running) {
          const id = `${session}-${ids.length}`;
          await insist(() => bus.send(session, id));
          ids.push(id);
          await sleep(100);
        }
        return ids;
      }),
      (async () => {
        await sleep(5_000);
        const answeredBefore = bus.answered.size;
        await server.kill('kafka');
        await sleep(2_000);
        await server.restart('kafka');
        const restartedAt = performance.now();
        while (bus.answered.size < answeredBefore + 50) await sleep(50);
        console.log(`answers flow again ${Math.round(performance.now() - restartedAt)} ms after the broker's start`);
        await sleep(5_000);
        running = false;
        return [];
      })(),
    ]);
    const ids = sent.flat();
    await bus.untilAnswered(ids, 60_000);
    const effects = await bus.ledger.effects();
    sessions.forEach((session, index) => expect(effects.get(session)).toEqual(sent[index]));
    await bus.orchestrator.checkReady();
    await bus.orchestrator.checkAlive();
    expect(worker.received.filter(({ kind }) => kind === 'failed')).toEqual([]);
  });
});

/** As any sender must: the same id again until the broker has acknowledged it. */
async function insist(send: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      await sleep(200);
    }
  }
}
