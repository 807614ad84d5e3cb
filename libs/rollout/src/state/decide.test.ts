import fc from 'fast-check';
import { defaultPlan } from '../plan/default-plan';
import type { Guard, GuardKind, GuardReport, Verdict } from '../plan/guard';
import type { Stage } from '../plan/rollout-plan';
import { idleRollout } from './configure';
import { decide, type Findings } from './decide';
import type { RolloutState, RolloutStatus } from './rollout-state';

const [internal, , everybody] = defaultPlan().stages as [Stage, Stage, Stage];
const automatic = { minMs: 60_000, minSamples: 100, promotion: 'automatic' } as const;
const plan = {
  stages: [
    { ...internal, ...automatic },
    { ...everybody, ...automatic },
  ],
  guards: defaultPlan(1_800).guards,
};
const enteredAtMs = 1_000_000;
const at = (status: RolloutStatus, change: Partial<RolloutState> = {}): RolloutState => ({
  ...idleRollout('skill:refund', { baseline: '1.0.0', candidate: '2.0.0', plan }),
  ...{ status, enteredAtMs, ...change },
});
const late = enteredAtMs + 60_000;

const report = (guard: GuardKind, verdict: Verdict): GuardReport => {
  const none = { events: 0, of: 0 };
  return { guard, verdict, reason: 'undecided', candidate: none, baseline: none, bound: 0.05 };
};
const found = (verdicts: Partial<Record<GuardKind, Verdict>>, samples = 100): Findings => ({
  guards: plan.guards.map(({ kind }) => report(kind, verdicts[kind] ?? 'pass')),
  samples,
});
const outcome = (state: RolloutState, findings: Findings, nowMs: number): string => {
  const decision = decide(state, findings, nowMs);
  return decision.kind === 'hold' ? decision.reason : `${decision.entry.action} ${decision.state.status}`;
};

describe('the engine by itself', () => {
  it.each(['running', 'paused', 'completed'] as const)(
    'S7: takes a failing candidate back when %s, with the reason',
    (status) => {
      const decision = decide(at(status), found({ error_limit: 'fail' }, 0), enteredAtMs);
      expect(decision).toMatchObject({
        state: { status: 'rolled_back', revoked: ['2.0.0'] },
        entry: { by: { kind: 'engine' }, reason: 'guard error_limit failed', guards: expect.any(Array) },
      });
    },
  );

  it('S7: takes nothing back twice, and starts nothing', () => {
    expect(outcome(at('rolled_back'), found({ error_limit: 'fail' }), late)).toBe('not_serving');
    expect(outcome(at('rolled_back'), found({}), late)).toBe('not_serving');
    expect(outcome(at('idle'), found({}), late)).toBe('not_serving');
  });

  it('S7: promotes an automatic stage after its time, its samples and its guards, and completes after the last', () => {
    expect(outcome(at('running'), found({}), late)).toBe('promote running');
    expect(outcome(at('running', { stage: 1 }), found({}), late)).toBe('promote completed');
    expect(outcome(at('running'), found({}), late - 1)).toBe('too_early');
    expect(outcome(at('running'), found({}, 99), late)).toBe('too_few_samples');
    expect(outcome(at('running'), found({ error_limit: 'inconclusive' }), late)).toBe('inconclusive');
    expect(outcome(at('paused'), found({}), late)).toBe('paused');
    expect(outcome(at('completed'), found({}), late)).toBe('completed');
    expect(outcome(at('running', { plan: defaultPlan() }), found({}), late)).toBe('manual');
  });

  it('holds, and takes nothing back, for a guard that only holds', () => {
    expect(outcome(at('running'), found({ latency_limit: 'fail' }), late)).toBe('guard_failed');
    expect(outcome(at('running'), found({ latency_limit: 'inconclusive' }), late)).toBe('promote running');
  });

  it('S13: holds without traffic and without reports, however long it waits', () => {
    const ages = fc.double({ min: 0, max: 1e15, noNaN: true });
    const eager: Guard[] = [];
    fc.assert(
      fc.property(ages, (age) => {
        expect(outcome(at('running'), found({}, 0), enteredAtMs + age)).toMatch(/^too_/);
        expect(outcome(at('running'), { guards: [], samples: 1e9 }, enteredAtMs + age)).toMatch(
          /too_early|inconclusive/,
        );
        const stages = [{ ...everybody, ...automatic, minSamples: 0 }];
        const unguarded = at('running', { plan: { stages, guards: eager } });
        expect(outcome(unguarded, { guards: [], samples: 0 }, enteredAtMs + age)).toMatch(/^too_/);
      }),
    );
  });

  it('decide 3: holds when the clock went backwards or counts are no numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: late - 1 }), (nowMs) => {
        expect(outcome(at('running'), found({}), nowMs)).toBe('too_early');
      }),
    );
    expect(outcome(at('running'), found({}), Number.NaN)).toBe('too_early');
    expect(outcome(at('running'), found({}, Number.NaN), late)).toBe('too_few_samples');
  });
});
