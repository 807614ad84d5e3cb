import { setTimeout as sleep } from 'node:timers/promises';
import { closedLoop, openLoop, Overloaded } from './loops';

it('sends at the pace of the sessions and counts from when a request was due, however slow the answers are', async () => {
  const asked: string[] = [];
  const slow = (name: string) => async (session: number, count: number) => {
    asked.push(`${name} ${session}.${count}`);
    await sleep(60);
  };
  const results = await openLoop({
    sessions: 2,
    pauseMs: 20,
    forMs: 40,
    requests: { read: slow('read'), write: slow('write') },
  });
  expect(asked.sort()).toEqual(['read 0.0', 'read 1.1', 'write 0.1', 'write 1.0']);
  expect([...results].map(([name, { latenciesMs }]) => [name, latenciesMs.length])).toEqual([
    ['read', 2],
    ['write', 2],
  ]);
  for (const { latenciesMs } of results.values()) for (const ms of latenciesMs) expect(ms).toBeGreaterThan(55);
});

it('counts failures by what they said and refusals as overload, both apart from the latencies', async () => {
  const { latenciesMs, refused, failures } = await closedLoop(
    async (session) => {
      await sleep(300);
      if (session === 1) throw new Error('broken');
      if (session === 2) throw new Overloaded();
    },
    3,
    250,
  );
  expect(latenciesMs).toHaveLength(1);
  expect(refused).toBe(1);
  expect(failures).toEqual({ broken: 1 });
});
