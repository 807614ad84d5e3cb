import { FixedClock } from '@plinth/kernel';
import { defaultGuards, type Stage } from '@plinth/rollout';
import { InProcessHotStore } from '@plinth/redis';
import { createLogger } from '@plinth/telemetry';
import { HotRolloutCounters } from '../../adapters/outbound/hot-store/hot-rollout-counters';
import { InProcessRolloutLedger } from '../../adapters/outbound/in-process/in-process-rollout-ledger';
import { InProcessSkillRegistry } from '../../adapters/outbound/in-process/in-process-skill-registry';
import { PolledCatalogue } from '../../adapters/outbound/in-process/polled-catalogue';
import { refundManifest } from '../../domain/catalogue/refund-skill.stage';
import type { RolloutCommand } from '../../domain/rollout/command';
import { SteerRollout } from '../steer-rollout/steer-rollout';
import { RolloutTallies } from './rollout-tallies';
import { WatchRollouts } from './watch-rollouts';

const silent = createLogger({ service: 'skill-gateway', level: 'silent' });
export const TALLYING = { bucketMs: 10_000, keepMs: 120_000 };

/** Two replicas of a gateway on the same stores, on a clock that a test moves; the refund skill has two versions, and both act as if. */
export async function watchedReplicas(shadow: 'dry_run' | 'never' = 'dry_run') {
  const registry = new InProcessSkillRegistry();
  const ledger = new InProcessRolloutLedger(registry);
  const clock = new FixedClock(1_000_000);
  const hot = new InProcessHotStore(clock);
  const counters = new HotRolloutCounters(hot);
  const manifests = [refundManifest('1.0.0', { shadow }), refundManifest('2.0.0', { shadow })];
  await registry.register(
    manifests.map((manifest) => ({ manifest, providerUrl: 'http://a', state: 'complete' as const })),
  );
  const replica = async (name: string) => {
    const catalogue = new PolledCatalogue(registry, silent, 60_000);
    await catalogue.refresh();
    return {
      catalogue,
      tallies: new RolloutTallies(counters, clock, { replica: name, ...TALLYING }),
      watch: new WatchRollouts(catalogue, ledger, counters, clock, silent, 1_000),
      rollout: () => catalogue.current().skills.get('refund')!.rollout,
    };
  };
  const replicas = [await replica('a'), await replica('b')] as const;
  const [first] = replicas;
  const steering = new SteerRollout(first.catalogue, ledger, clock);
  const refresh = () => Promise.all(replicas.map(({ catalogue }) => catalogue.refresh()));
  return {
    ...{ ledger, counters, hot, clock, replicas, refresh },
    steer: async (command: RolloutCommand) => {
      const steered = await steering.steer({ skill: 'refund', command, by: 'ops', reason: 'a test' });
      await refresh();
      return steered;
    },
    history: async () => (await ledger.history('refund', { limit: 100 })).map(({ action }) => action).reverse(),
  };
}
export type WatchedReplicas = Awaited<ReturnType<typeof watchedReplicas>>;

export const stage = (name: string, over: Partial<Stage> = {}): Stage => ({
  ...{ name, mode: 'live', audience: { kind: 'all' }, weight: 1, cap: 1, trace: 'sampled' },
  ...{ minMs: 0, minSamples: 0, promotion: 'manual' },
  ...over,
});

export const plan = (...stages: Stage[]): RolloutCommand => ({
  ...{ kind: 'configure', baseline: undefined, candidate: '2.0.0', stages, guards: defaultGuards(undefined) },
});
export const START: RolloutCommand = { kind: 'start', stage: undefined };
