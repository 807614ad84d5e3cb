import type { SkillManifest } from '@plinth/contracts';
import { FixedClock } from '@plinth/kernel';
import { DEFAULT_STAGES, judge, LATENCY_BOUNDS_MS, openEvidence, watch, type Stage } from '@plinth/rollout';
import { createLogger } from '@plinth/telemetry';
import { InProcessRolloutLedger } from '../../adapters/outbound/in-process/in-process-rollout-ledger';
import { InProcessSkillRegistry } from '../../adapters/outbound/in-process/in-process-skill-registry';
import { PolledCatalogue } from '../../adapters/outbound/in-process/polled-catalogue';
import { refundManifest } from '../../domain/catalogue/refund-skill.stage';
import type { RolloutCommand } from '../../domain/rollout/command';
import { ReadRollout } from '../read-rollout/read-rollout';
import { SteerRollout } from './steer-rollout';

const share = (baseline: string, candidate: string | undefined, weight: number): RolloutCommand => ({
  ...{ kind: 'share', baseline, candidate, weight },
});
const configure = (candidate: string): RolloutCommand => ({
  ...{ kind: 'configure', baseline: undefined, candidate, stages: undefined, guards: undefined },
});
const start: RolloutCommand = { kind: 'start', stage: undefined };
const promote: RolloutCommand = { kind: 'promote' };

async function desk(over: Partial<SkillManifest> = {}) {
  const registry = new InProcessSkillRegistry();
  const ledger = new InProcessRolloutLedger(registry);
  const catalogue = new PolledCatalogue(registry, createLogger({ service: 'skill-gateway', level: 'silent' }), 60_000);
  const manifests = [refundManifest('1.0.0', over), refundManifest('2.0.0', over)];
  await registry.register(
    manifests.map((manifest) => ({ manifest, providerUrl: 'http://a', state: 'complete' as const })),
  );
  await catalogue.refresh();
  const clock = new FixedClock(1_000);
  const rollouts = new SteerRollout(catalogue, ledger, clock);
  return {
    ...{ registry, ledger, catalogue, clock },
    read: new ReadRollout(catalogue, ledger),
    rollout: () => catalogue.current().skills.get('refund')!.rollout,
    steer: (command: RolloutCommand, more: { skill?: string; expected?: readonly number[] } = {}) =>
      rollouts.steer({ skill: 'refund', command, by: 'ops', reason: 'a test', ...more }),
  };
}

describe('steering a rollout', () => {
  it('S7: refuses a plan that could not do what it says, with every fault by its field', async () => {
    const { steer, rollout } = await desk();
    const [internal, , everybody] = DEFAULT_STAGES as [Stage, Stage, Stage];
    const stages = [everybody, { ...internal, minMs: -1 }];
    expect(await steer({ ...configure('2.0.0'), stages } as RolloutCommand)).toMatchObject({
      kind: 'invalid',
      error: {
        ...{ code: 'invalid_plan', field: 'plan.stages[1].min_ms', rule: 'range' },
        message: expect.stringContaining('`plan.stages[1]`: the last stage is live for all, with weight and cap 1.'),
      },
    });
    expect(rollout()).toMatchObject({ status: 'idle', revision: 1 });
  });

  it('T4: serves at once here, with what was taken away revoked', async () => {
    const { steer, rollout } = await desk();
    await steer(share('1.0.0', '2.0.0', 0.1));
    await steer(share('1.0.0', undefined, 0));
    expect(rollout()).toMatchObject({ revoked: ['2.0.0'], candidate: undefined, revision: 5 });
  });

  it('goes on from what another has changed meanwhile', async () => {
    const { steer, registry, rollout } = await desk();
    registry.replaceRollout(1, { ...rollout(), candidate: '2.0.0', status: 'running', revision: 2 });
    expect(await steer(share('1.0.0', undefined, 0))).toMatchObject({ revoked: ['2.0.0'], revision: 4 });
  });

  it('changes only the revision that is expected, as the registry has it, whatever this replica has seen of it', async () => {
    const { steer, registry, rollout } = await desk();
    registry.replaceRollout(1, { ...rollout(), candidate: '2.0.0', revision: 2 });
    const change = share('2.0.0', undefined, 0);
    expect(await steer(change, { expected: [1] })).toMatchObject({ refused: true, kind: 'outdated' });
    expect(await steer(change, { expected: [] })).toMatchObject({ refused: true, kind: 'outdated' });
    expect(await steer(change, { expected: [2] })).toMatchObject({ baseline: '2.0.0', revision: 3 });
  });

  it.each([
    ['an unknown skill', 'nothing', share('1.0.0', undefined, 0), 'not_found', 'skill_not_found'],
    ['an unknown baseline', 'refund', share('9.0.0', undefined, 0), 'invalid', 'invalid_request'],
    ['an unknown candidate', 'refund', configure('9.0.0'), 'invalid', 'invalid_request'],
    ['a candidate that is the baseline', 'refund', configure('1.0.0'), 'invalid', 'invalid_request'],
    ['a start without a candidate', 'refund', start, 'conflict', 'no_candidate'],
    ['a promotion of what does not run', 'refund', promote, 'conflict', 'wrong_status'],
  ])('S7: refuses %s, with the reason', async (_name, skill, command, kind, code) => {
    const { steer } = await desk();
    expect(await steer(command, { skill })).toMatchObject({ refused: true, kind, error: { code } });
  });

  it('S7: goes through the shipped stages, pauses, and is completed with the baseline on standby', async () => {
    const { steer, rollout } = await desk({ effect: 'irreversible', shadow: 'dry_run' });
    await steer(configure('2.0.0'));
    await steer(start);
    expect(await steer({ kind: 'pause' })).toMatchObject({ status: 'paused', stage: 0 });
    expect(await steer(promote)).toMatchObject({ error: { code: 'wrong_status' } });
    await steer({ kind: 'resume' });
    for (const stage of [1, 2]) expect(await steer(promote)).toMatchObject({ status: 'running', stage });
    expect(await steer(promote)).toMatchObject({ status: 'completed', baseline: '1.0.0' });
    expect(await steer({ kind: 'rollback' })).toMatchObject({ status: 'rolled_back', revoked: ['2.0.0'] });
    expect(rollout().run).toBe(1);
    expect(await steer(start)).toMatchObject({ status: 'running', run: 2, revoked: [] });
  });

  it('S8: refuses the second stage to a skill that acts and offers no dry run, with the reason', async () => {
    const { steer, rollout } = await desk();
    await steer(configure('2.0.0'));
    await steer(start);
    expect(await steer(promote)).toMatchObject({
      ...{ refused: true, kind: 'conflict' },
      error: { code: 'shadow_not_possible', message: expect.stringContaining('shadow: never') },
    });
    expect(rollout()).toMatchObject({ status: 'running', stage: 0 });
    await steer({ kind: 'rollback' });
    expect(await steer({ kind: 'start', stage: 'vip' })).toMatchObject({ error: { code: 'shadow_not_possible' } });
  });

  it('S7: refuses a promotion while a guard fails, and lets it be taken back all the same', async () => {
    const { steer, rollout, ledger, read, clock } = await desk({ shadow: 'dry_run' });
    await steer(configure('2.0.0'));
    await steer(start);
    const failing = { calls: 200, attributableErrors: 100, latency: [200] };
    const none = { compared: 0, differed: 0 };
    const bucket = { id: 'a', startMs: 1_000, candidate: failing, baseline: { ...failing, attributableErrors: 0 } };
    const evidence = watch(rollout(), openEvidence(rollout()), [{ ...bucket, pairs: none, noise: none }], clock.now());
    await ledger.lead(['refund'], () => [{ rollout: rollout(), evidence, moved: undefined }]);
    expect(await steer(promote)).toMatchObject({ kind: 'conflict', error: { code: 'guard_failed' } });
    expect(await read.standing('refund')).toMatchObject({
      findings: { samples: 200, guards: expect.arrayContaining([expect.objectContaining({ verdict: 'fail' })]) },
    });
    expect(await steer({ kind: 'rollback' })).toMatchObject({ status: 'rolled_back' });
  });

  it('S7: leaves a promotion past a guard that merely holds, such as one of latency, to the person', async () => {
    const { steer, rollout, ledger, clock } = await desk({ shadow: 'dry_run' });
    await steer(configure('2.0.0'));
    await steer(start);
    const latency = [...LATENCY_BOUNDS_MS.map(() => 0), 300];
    const lane = { calls: 300, attributableErrors: 0, latency };
    const none = { compared: 0, differed: 0 };
    const bucket = { id: 'a', startMs: 1_000, candidate: lane, baseline: lane, pairs: none, noise: none };
    const evidence = watch(rollout(), openEvidence(rollout()), [bucket], clock.now());
    expect(judge(rollout(), evidence).guards).toContainEqual(expect.objectContaining({ verdict: 'fail' }));
    await ledger.lead(['refund'], () => [{ rollout: rollout(), evidence, moved: undefined }]);
    expect(await steer(promote)).toMatchObject({ status: 'running', stage: 1 });
  });

  it('S7: keeps who changed what and why, by pages', async () => {
    const { steer, read } = await desk();
    await steer(configure('2.0.0'));
    await steer(start);
    expect(await read.history('refund', { limit: 1 })).toMatchObject({
      entries: [{ action: 'start', by: { kind: 'person', name: 'ops' }, reason: 'a test', to: { stage: 'internal' } }],
      next: 3,
    });
    expect(await read.history('refund', { limit: 1, before: 3 })).toMatchObject({ next: undefined });
    expect(await read.history('nothing', { limit: 1 })).toMatchObject({ refused: true, kind: 'not_found' });
  });
});
