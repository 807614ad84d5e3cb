import {
  Conversation,
  infraEnv,
  MeshProcess,
  redisDatabase,
  severableServer,
  UNHURRIED,
  until,
  type RedisDatabase,
  type SeverableServer,
} from '@plinth/testing';

jest.setTimeout(120_000);

describe('T6: a turn that ends on the other replica of the edge', () => {
  let mesh: MeshProcess;
  let redis: RedisDatabase;
  let wayToRedis: SeverableServer;

  beforeAll(async () => {
    redis = redisDatabase(infraEnv().PLINTH_REDIS_URL);
    wayToRedis = await severableServer(redis.url);
    mesh = await MeshProcess.start({
      replicas: { orchestrator: 2 },
      env: { ...UNHURRIED, PLINTH_REDIS_URL: wayToRedis.url },
    });
  }, 240_000);
  afterAll(async () => {
    await mesh?.stop();
    await wayToRedis.close();
  }, 60_000);

  const endedOn = (turn: string) =>
    until(`the line of ${turn}`, 5_000, async () => {
      for (const replica of [1, 2]) {
        const lines = (await mesh.logOf('orchestrator', replica)).split('\n');
        if (lines.some((line) => line.includes('"a turn ended"') && line.includes(turn))) return replica;
      }
      return undefined;
    });

  /** Milliseconds from the end of a turn to its answer at the first replica, of so many turns that ended on the second. */
  const trailsOf = async (count: number): Promise<number[]> => {
    const trails: number[] = [];
    for (let tries = 0; trails.length < count; tries += 1) {
      if (tries > 20 * count) throw new Error('hardly any turn ends on the second replica');
      const talk = new Conversation(mesh.client);
      const began = performance.now();
      const { turn_id, usage } = await talk.say('查一下订单 DD20261101001');
      const trail = performance.now() - began - (usage['duration_ms'] ?? Number.NaN);
      if ((await endedOn(turn_id)) === 2) trails.push(trail);
    }
    return trails.sort((a, b) => a - b);
  };

  it('is answered at once: without a ring the median would be half a second', async () => {
    const trails = await trailsOf(20);
    expect(trails[10]).toBeLessThan(250);
  });

  it('is answered within 1.5 s after Redis was flushed', async () => {
    await redis.flush();
    expect((await trailsOf(5)).at(-1)).toBeLessThan(1_500);
  });

  it('is answered within 1.5 s while Redis is silent', async () => {
    wayToRedis.freeze();
    expect((await trailsOf(5)).at(-1)).toBeLessThan(1_500);
  });
});
