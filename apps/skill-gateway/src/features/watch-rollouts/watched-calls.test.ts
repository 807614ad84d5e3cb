import { FixedClock } from '@plinth/kernel';
import { InProcessHotStore } from '@plinth/redis';
import { metricsText, resetMetrics } from '@plinth/telemetry';
import { InProcessInvocationLedger } from '../../adapters/outbound/in-process/in-process-invocation-ledger';
import { HotRolloutCounters } from '../../adapters/outbound/hot-store/hot-rollout-counters';
import { buildCatalogue } from '../../domain/catalogue/catalogue';
import type { ProviderAnswer, RefusalReason } from '../../domain/outcome/provider-answer';
import { firstRollout } from '../../domain/rollout/rollout';
import type { AnsweredCall } from '../../ports/shadow-runs';
import {
  bookRoom,
  command,
  FixedCatalogue,
  gatewayOn,
  RecordedReplies,
  ScriptedProvider,
  TestPace,
} from '../invoke-skill/gateway-under-test.stage';
import { NoteCalls } from './note-calls';
import { RolloutTallies } from './rollout-tallies';
import { stage, TALLYING } from './watched-replicas.stage';

const refused = (reason: RefusalReason, code?: string): ProviderAnswer => ({
  ...{ kind: 'refused', reason, answeredWith: 'status' },
  error: code === undefined ? undefined : { code, message: 'no', field: undefined, rule: undefined },
});

/** A gateway whose skill has a candidate in one stage, for test accounts alone. */
function gateway(cap = 1) {
  const audience = { kind: 'segment', segments: ['internal_test'] } as const;
  const plan = { stages: [stage('internal', { audience, cap, trace: 'full' })], guards: [] };
  const rollout = {
    ...firstRollout('book_room', '1.0.0', plan),
    candidate: '2.0.0',
    run: 1,
    status: 'running',
  } as const;
  const versions = ['1.0.0', '2.0.0'].map((version) => ({
    ...{ manifest: bookRoom({ version }), providerUrl: 'http://p', state: 'complete' as const },
  }));
  const catalogue = new FixedCatalogue(buildCatalogue(1, versions, [rollout]));
  const clock = new FixedClock(1_000_000);
  const counters = new HotRolloutCounters(new InProcessHotStore(clock));
  const tallies = new RolloutTallies(counters, clock, { replica: 'a', ...TALLYING });
  const offered: AnsweredCall[] = [];
  const notes = new NoteCalls(tallies, { offer: (call) => void offered.push(call) });
  const [provider, sender, pace] = [new ScriptedProvider(), new RecordedReplies(), new TestPace()];
  const ledger = new InProcessInvocationLedger(clock);
  const { invoke } = gatewayOn({ catalogue, ledger, provider, sender, pace, traffic: tallies, notes });
  let commands = 0;
  return {
    ...{ provider, tallies, offered, rollout },
    call: (attributes = {}, over = {}) => {
      commands += 1;
      return invoke(command(`c${commands}`), { attributes, ...over });
    },
    counted: async () => {
      await tallies.flush();
      return (await counters.read({ skill: 'book_room', run: 1 }))[0];
    },
  };
}
const tester = { segment: 'internal_test' };

describe('calls of a skill under a rollout', () => {
  beforeEach(resetMetrics);

  it('S5, S7: say which version served, in which stage and why, in the reply and in the metrics', async () => {
    const { call } = gateway();
    expect(await call(tester)).toMatchObject({
      data: { version: '2.0.0', lane: 'candidate', stage: 'internal', route: 'live' },
    });
    const other = await call();
    expect(other).toMatchObject({ data: { version: '1.0.0', lane: 'baseline', route: 'outside_stage' } });
    expect(other?.data.stage).toBeUndefined();
    const of = 'skill="book_room",version="2.0.0",lane="candidate",stage="internal",outcome="succeeded"';
    expect(await metricsText()).toContain(`skill_calls_total{${of},code=""} 1`);
    expect(await metricsText()).toContain(`skill_latency_seconds_count{${of}} 1`);
  });

  it('S13: count against a version what is its fault, and nothing that is its caller’s or nobody’s', async () => {
    const { call, provider, counted } = gateway();
    provider.script = [refused('rejected', 'sold_out')];
    await call(tester);
    provider.script = [{ kind: 'answered', result: { wrong: true }, receipt: undefined }];
    await call(tester);
    await call(tester, { arguments: {} });
    await call({}, { arguments: { city: 7 } });
    provider.script = Array.from({ length: 3 }, () => refused('overloaded'));
    await call();
    expect(await counted()).toMatchObject({
      candidate: { calls: 2, attributableErrors: 1 },
      baseline: { calls: 0 },
    });
  });

  it('S7: keep the candidate to its share of all calls, also when they come at once', async () => {
    const { call } = gateway(0.1);
    const replies = await Promise.all(Array.from({ length: 200 }, () => call(tester)));
    expect(replies.filter((reply) => reply?.data.lane === 'candidate')).toHaveLength(20);
    expect(replies[0]).toMatchObject({ data: { lane: 'baseline', stage: 'internal', route: 'capped' } });
  });

  it('T4: of a session that has pinned the candidate stay with it, and belong to its stage', async () => {
    const { call, counted } = gateway();
    expect(await call({}, { version: '2.0.0' })).toMatchObject({
      data: { lane: 'candidate', stage: 'internal', route: 'pinned' },
    });
    expect(await counted()).toMatchObject({ candidate: { calls: 1 } });
  });

  it('S8: are offered with what routed them', async () => {
    const { call, offered, rollout } = gateway();
    await call(tester);
    expect(offered).toMatchObject([
      { routed: { rollout, stage: 'internal', shadow: false }, invocation: { version: '2.0.0' } },
    ]);
  });
});
