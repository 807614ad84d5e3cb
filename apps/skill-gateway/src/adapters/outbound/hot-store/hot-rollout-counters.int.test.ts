import { randomUUID } from 'node:crypto';
import { RedisHotStore } from '@plinth/redis';
import { infraEnv, severableServer } from '@plinth/testing';
import { NO_LANE, NO_PAIRS } from '@plinth/rollout';
import { rolloutCountersContract } from '../../../ports/rollout-counters.contract';
import { HotRolloutCounters } from './hot-rollout-counters';

const url = infraEnv().PLINTH_REDIS_URL;

describe('HotRolloutCounters on Redis', () => {
  let ours: RedisHotStore;
  let theirs: RedisHotStore;
  beforeAll(async () => {
    [ours, theirs] = await Promise.all([RedisHotStore.open({ url }), RedisHotStore.open({ url })]);
  });
  afterAll(() => Promise.all([ours.close(), theirs.close()]));

  rolloutCountersContract(async () => ({
    ...{ counters: new HotRolloutCounters(ours), other: new HotRolloutCounters(theirs), skill: randomUUID() },
  }));

  it('S7: says that Redis is away in place of showing no counts', async () => {
    const way = await severableServer(url);
    const hot = await RedisHotStore.open({ url: way.url, report: () => undefined });
    const counters = new HotRolloutCounters(hot);
    way.sever();
    const away = expect.objectContaining({ code: 'redis_unavailable' });
    await expect(counters.read({ skill: 'refund', run: 1 })).rejects.toEqual(away);
    const bucket = { id: 'a', startMs: 0, candidate: NO_LANE, baseline: NO_LANE, pairs: NO_PAIRS, noise: NO_PAIRS };
    await expect(counters.keep({ skill: 'refund', run: 1 }, bucket, [])).rejects.toEqual(away);
    await hot.close();
    await way.close();
  });
});
