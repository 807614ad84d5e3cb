import fc from 'fast-check';
import { TransientError } from '@plinth/kernel';
import { plan, stage, START, watchedReplicas, type WatchedReplicas } from './watched-replicas.stage';

type Replica = WatchedReplicas['replicas'][number];

/** Calls of the candidate at one replica, `faults` of them its own fault, spread evenly. */
function call({ tallies, rollout }: Replica, calls: number, faults: number): void {
  for (let n = 0; n < calls; n += 1) {
    const fault = Math.floor(((n + 1) * faults) / calls) > Math.floor((n * faults) / calls);
    tallies.answered(rollout(), 'candidate', { latencyMs: 3, fault });
    tallies.answered(rollout(), 'baseline', { latencyMs: 3, fault: false });
  }
}

describe('WatchRollouts', () => {
  it('S7: takes a failing candidate back by the calls of all replicas together, on each of them', async () => {
    const { replicas, steer, refresh, history } = await watchedReplicas();
    await steer(plan(stage('everybody')));
    await steer(START);
    for (const replica of replicas) {
      call(replica, 60, 18);
      await replica.tallies.flush();
    }
    expect(await replicas[1].watch.watch()).toMatchObject([{ moved: { entry: { action: 'rollback' } } }]);
    await refresh();
    for (const { rollout } of replicas) expect(rollout()).toMatchObject({ status: 'rolled_back', revoked: ['2.0.0'] });
    expect(await replicas[0].watch.watch()).toEqual([]);
    expect(await history()).toEqual(['configure', 'start', 'rollback']);
  });

  it('S7: goes on watching after the last stage, and needs a person to start again', async () => {
    const { replicas, steer, refresh } = await watchedReplicas();
    await steer(plan(stage('everybody')));
    await steer(START);
    await steer({ kind: 'promote' });
    const [one] = replicas;
    expect(one.rollout().status).toBe('completed');
    call(one, 500, 0);
    await one.tallies.flush();
    expect(await one.watch.watch()).toEqual([]);
    call(one, 100, 30);
    await one.tallies.flush();
    await one.watch.watch();
    await refresh();
    expect(one.rollout()).toMatchObject({ status: 'rolled_back' });
    for (let round = 0; round < 3; round += 1) expect(await one.watch.watch()).toEqual([]);
    expect(await steer(START)).toMatchObject({ status: 'running', run: 2 });
    await one.watch.watch();
    expect(one.rollout().status).toBe('running');
  });

  it('S13: holds a candidate without traffic, and one whose counts cannot be read', async () => {
    const { replicas, steer, counters, clock } = await watchedReplicas();
    await steer(plan(stage('everybody', { promotion: 'automatic', minSamples: 10 }), stage('more')));
    await steer(START);
    const [one] = replicas;
    for (let day = 0; day < 3; day += 1) {
      clock.advance(86_400_000);
      expect(await one.watch.watch()).toEqual([]);
    }
    call(one, 200, 100);
    await one.tallies.flush();
    const read = jest.spyOn(counters, 'read').mockRejectedValue(new TransientError('redis_unavailable', 'away'));
    await expect(one.watch.watch()).rejects.toThrow('away');
    expect(one.rollout()).toMatchObject({ status: 'running', stage: 0 });
    read.mockRestore();
    expect(await one.watch.watch()).toHaveLength(1);
  });

  it('S7: promotes by itself where the plan says so, once time, samples and guards allow it', async () => {
    const { replicas, steer, clock, history } = await watchedReplicas();
    await steer(plan(stage('some', { promotion: 'automatic', minMs: 60_000, minSamples: 400 }), stage('everybody')));
    await steer(START);
    const [one] = replicas;
    call(one, 2_000, 0);
    await one.tallies.flush();
    expect(await one.watch.watch()).toEqual([]);
    clock.advance(60_000);
    expect(await one.watch.watch()).toMatchObject([
      { moved: { entry: { action: 'promote', to: { stage: 'everybody' } } } },
    ]);
    expect(await one.watch.watch()).toEqual([]);
    expect(await history()).toEqual(['configure', 'start', 'promote']);
  });

  it('S8: never promotes by itself into a comparison run that the candidate does not allow', async () => {
    const { replicas, steer, clock } = await watchedReplicas('never');
    const some = stage('some', { promotion: 'automatic', minSamples: 10 });
    await steer(plan(some, stage('beside', { mode: 'shadow' }), stage('everybody')));
    await steer(START);
    const [one] = replicas;
    call(one, 2_000, 0);
    await one.tallies.flush();
    clock.advance(1_000);
    expect(await one.watch.watch()).toEqual([]);
    expect(one.rollout()).toMatchObject({ stage: 0, status: 'running' });
  });

  it('S7: lets another replica go on with the evidence of one that died', async () => {
    const { replicas, steer, hot } = await watchedReplicas();
    await steer(plan(stage('everybody')));
    await steer(START);
    const [dying, heir] = replicas;
    call(dying, 25, 4);
    await dying.tallies.flush();
    await dying.watch.watch();
    // Its counts are gone with it; what was taken in stands in the ledger.
    await hot.remove('plinth:rollout:refund:1');
    for (let n = 0; n < 3 && heir.rollout().status === 'running'; n += 1) {
      call(heir, 15, 5);
      await heir.tallies.flush();
      await heir.watch.watch();
    }
    expect(heir.rollout().status).toBe('rolled_back');
  });

  it('S7: takes no candidate back by the counts of an earlier run, which a replica may still hold for the current one', async () => {
    const { replicas, steer, history } = await watchedReplicas();
    await steer(plan(stage('everybody')));
    await steer(START);
    const [one, late] = replicas;
    call(late, 100, 50);
    await late.tallies.flush();
    const known = late.catalogue.current();
    await steer({ kind: 'rollback' });
    await steer(START);
    jest.spyOn(late.catalogue, 'current').mockReturnValue(known);
    expect(await late.watch.watch()).toEqual([]);
    expect(one.rollout()).toMatchObject({ status: 'running', run: 2 });
    expect(await history()).toEqual(['configure', 'start', 'rollback', 'start']);
  });

  it('2: keeps evidence in the next round that the ledger did not take, though nobody called meanwhile', async () => {
    const { replicas, steer, ledger } = await watchedReplicas();
    await steer(plan(stage('everybody')));
    await steer(START);
    const [one] = replicas;
    call(one, 30, 0);
    await one.tallies.flush();
    jest.spyOn(ledger, 'lead').mockImplementationOnce(async (skills, rule) => {
      rule(await ledger.kept(skills));
      throw new TransientError('postgres_unavailable', 'away');
    });
    await expect(one.watch.watch()).rejects.toThrow('away');
    await one.watch.watch();
    expect((await ledger.kept(['refund']))[0]?.evidence?.total.candidate.calls).toBe(30);
  });

  it('costs nothing while nothing was called, and keeps what it knows once traffic has ended', async () => {
    const { replicas, steer, ledger, clock } = await watchedReplicas();
    await steer(plan(stage('everybody')));
    await steer(START);
    const [one] = replicas;
    call(one, 30, 0);
    await one.tallies.flush();
    await one.watch.watch();
    call(one, 30, 0);
    await one.tallies.flush();
    await one.watch.watch();
    clock.advance(1_000);
    await one.watch.watch();
    expect((await ledger.kept(['refund']))[0]?.evidence?.total.candidate.calls).toBe(60);
    const lead = jest.spyOn(ledger, 'lead');
    clock.advance(60_000);
    for (let round = 0; round < 20; round += 1) await one.watch.watch();
    expect(lead).not.toHaveBeenCalled();
  });

  it('S7: decides once, whichever replicas look when, and whatever is handed over twice', async () => {
    const step = fc.record({
      replica: fc.constantFrom(0, 1),
      does: fc.constantFrom('call', 'flush', 'flush twice', 'watch', 'wait'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
        const { replicas, steer, clock, refresh, history } = await watchedReplicas();
        await steer(plan(stage('everybody')));
        await steer(START);
        for (const { replica, does } of steps) {
          const at = replicas[replica];
          if (does === 'call') call(at, 20, 10);
          else if (does === 'wait') clock.advance(500);
          else if (does === 'watch') await Promise.all(replicas.map(({ watch }) => watch.watch()));
          else {
            await at.tallies.flush();
            if (does === 'flush twice') await at.tallies.flush();
          }
        }
        await refresh();
        const rollbacks = (await history()).filter((action) => action === 'rollback');
        expect(rollbacks).toHaveLength(replicas[0].rollout().status === 'rolled_back' ? 1 : 0);
        expect(replicas[1].rollout()).toEqual(replicas[0].rollout());
      }),
      { numRuns: 40 },
    );
  });
});
