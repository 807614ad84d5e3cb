import fc from 'fast-check';
import { defaultPlan } from '../plan/default-plan';
import type { RolloutPlan, Stage } from '../plan/rollout-plan';
import { idleRollout } from '../state/configure';
import type { RolloutState } from '../state/rollout-state';
import { route, type CallShare } from './route';

const target = { baseline: '1.0.0', candidate: '2.0.0' };
const running = (stage: number, plan: RolloutPlan = defaultPlan()): RolloutState => ({
  ...idleRollout('skill:refund', { ...target, plan }),
  ...{ status: 'running', stage },
});
const quiet: CallShare = { candidate: 0, shadow: 0, total: 100_000 };
const tester = { id: 'tester', attributes: { segment: 'internal_test' } };
const vip = { id: 'vip', attributes: { segment: 'vip' } };
const anybody = { id: 'anybody', attributes: {} };

const everybody = defaultPlan().stages[2]!;
const byWeights = (...weights: number[]): RolloutPlan => ({
  stages: weights.map((weight): Stage => ({ ...everybody, name: `to_${weight}`, weight })),
  guards: [],
});

describe('the route of a call', () => {
  it('S7: leads test accounts alone to the candidate in stage 1, and traces them in full', () => {
    expect(route(running(0), tester, quiet)).toMatchObject({ lane: 'candidate', stage: 'internal', trace: 'full' });
    expect(route(running(0), vip, quiet)).toMatchObject({ lane: 'baseline', shadow: false });
    expect(route(running(0), anybody, quiet)).toMatchObject({ lane: 'baseline', reason: 'outside_stage' });
  });

  it('S7: shadows VIPs in stage 2, where test accounts keep the candidate live and all others see the baseline', () => {
    expect(route(running(1), vip, quiet)).toMatchObject({ lane: 'baseline', shadow: true, stage: 'vip' });
    expect(route(running(1), tester, quiet)).toMatchObject({ lane: 'candidate', shadow: false, stage: 'internal' });
    expect(route(running(1), anybody, quiet)).toMatchObject({ lane: 'baseline', shadow: false });
  });

  it('S7: leads everybody to the candidate in stage 3 and after it, but never somebody without an id', () => {
    for (const state of [running(2), { ...running(2), status: 'completed' as const }]) {
      for (const subject of [tester, vip, anybody])
        expect(route(state, subject, quiet)).toMatchObject({ lane: 'candidate', shadow: false });
      expect(route(state, { attributes: { segment: 'internal_test' } }, quiet)).toMatchObject({
        ...{ lane: 'baseline', reason: 'no_id' },
      });
    }
  });

  it.each(['idle', 'rolled_back'] as const)('gives everybody the baseline while %s', (status) => {
    for (const subject of [tester, vip, anybody])
      expect(route({ ...running(2), status }, subject, quiet)).toMatchObject({
        lane: 'baseline',
        reason: 'not_serving',
      });
  });

  it('route 1: stays as it is while paused', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(2), (id, stage) => {
        const subject = { id, attributes: { segment: id.length % 2 ? 'vip' : 'internal_test' } };
        const paused = { ...running(stage), status: 'paused' as const };
        expect(route(paused, subject, quiet)).toEqual(route(running(stage), subject, quiet));
      }),
    );
  });

  it('route 2: never takes anybody off the candidate by a promotion, whatever the stages are', () => {
    const audience = fc.constantFrom<Stage['audience']>(
      { kind: 'all' },
      { kind: 'segment', segments: ['vip'] },
      { kind: 'attributes', match: { region: ['north', 'east'] } },
      { kind: 'list', ids: ['a', 'b'] },
    );
    const stage = fc.record({
      ...{ audience, weight: fc.double({ min: 0, max: 1, noNaN: true }) },
      mode: fc.constantFrom<Stage['mode']>('live', 'shadow'),
    });
    const subject = fc.record({
      id: fc.oneof(fc.constantFrom('a', 'b'), fc.string()),
      attributes: fc.record({ segment: fc.constantFrom('vip', 'none'), region: fc.constantFrom('north', 'south') }),
    });
    fc.assert(
      fc.property(fc.array(stage, { minLength: 2, maxLength: 5 }), subject, (given, who) => {
        const plan = { stages: given.map((each, at) => ({ ...everybody, ...each, name: `s${at}` })), guards: [] };
        const lanes = given.map((_, at) => route(running(at, plan), who, quiet).lane);
        expect(lanes.join()).toMatch(/^(baseline,?)*(candidate,?)*$/);
      }),
    );
  });

  it('S7: follows a plan of shares such as 10 %, 25 %, 50 %, 100 %, each user once and for good', () => {
    const plan = byWeights(0.1, 0.25, 0.5, 1);
    const users = Array.from({ length: 10_000 }, (_, n) => ({ id: `user-${n}`, attributes: {} }));
    const served = plan.stages.map((_, at) =>
      users.filter((user) => route(running(at, plan), user, quiet).lane === 'candidate'),
    );
    for (const [at, weight] of [0.1, 0.25, 0.5, 1].entries())
      expect(Math.abs(served[at]!.length / users.length - weight)).toBeLessThan(0.015);
    expect(served[3]).toHaveLength(users.length);
  });

  it('S7: gives a candidate its few users of a million', () => {
    const plan = byWeights(5e-5, 1);
    const users = Array.from({ length: 100_000 }, (_, n) => ({ id: `user-${n}`, attributes: {} }));
    const served = users.filter((user) => route(running(0, plan), user, quiet).lane === 'candidate').length;
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThan(15);
  });

  it('route 4: never lets the candidate pass its cap of all calls, however many test accounts call', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 2_000, size: 'max' }), (testerCalls) => {
        let share: CallShare = { candidate: 0, shadow: 0, total: 0 };
        for (const isTester of testerCalls) {
          const { lane } = route(running(0), isTester ? tester : anybody, share);
          share = { ...share, candidate: share.candidate + (lane === 'candidate' ? 1 : 0), total: share.total + 1 };
          expect(share.candidate).toBeLessThanOrEqual(share.total * 0.01);
        }
      }),
      { numRuns: 30 },
    );
    expect(route(running(0), tester, { ...quiet, candidate: 1_000 })).toMatchObject({ reason: 'capped' });
    expect(route(running(0), tester, { ...quiet, total: Number.NaN })).toMatchObject({ lane: 'baseline' });
  });

  it('caps the shadow by the shadow calls, and who is live from an earlier stage by the live ones', () => {
    expect(route(running(1), vip, { ...quiet, shadow: 10_000 })).toMatchObject({ shadow: false, reason: 'capped' });
    expect(route(running(1), vip, { ...quiet, candidate: 10_000 })).toMatchObject({ shadow: true });
    expect(route(running(1), tester, { ...quiet, shadow: 10_000 })).toMatchObject({ lane: 'candidate' });
    expect(route(running(1), tester, { ...quiet, candidate: 1_000 })).toMatchObject({ reason: 'capped' });
  });
});
