import { randomUUID } from 'node:crypto';
import { InProcessHotStore } from '@plinth/redis';
import { rolloutCountersContract } from '../../../ports/rollout-counters.contract';
import { HotRolloutCounters } from './hot-rollout-counters';

describe('HotRolloutCounters in one process', () => {
  rolloutCountersContract(async () => {
    const hot = new InProcessHotStore();
    return { counters: new HotRolloutCounters(hot), other: new HotRolloutCounters(hot), skill: randomUUID() };
  });

  it('passes by what another version of the program has counted in a shape of its own', async () => {
    const hot = new InProcessHotStore();
    await hot.updateFields('plinth:rollout:refund:1', { set: { a: '{"calls":7}', b: 'no JSON' } }, 1_000);
    expect(await new HotRolloutCounters(hot).read({ skill: 'refund', run: 1 })).toEqual([]);
  });
});
