import fc from 'fast-check';
import { defaultPlan } from '../plan/default-plan';
import type { Guard, GuardKind } from '../plan/guard';
import { idleRollout } from '../state/configure';
import { decide } from '../state/decide';
import type { RolloutState } from '../state/rollout-state';
import { latencyBucketOf, type CountBucket } from './counts';
import { bucketWith, laneWith } from './count-bucket.stage';
import type { Evidence } from './evidence';
import { judge } from './judge';
import { watch } from './watch';

const NOW = 10_000_000;
const rule = { minSamples: 10, alpha: 0.01, onFail: 'switch_back', required: true } as const;
const stateWith = (
  change: Partial<RolloutState> = {},
  guards: readonly Guard[] = defaultPlan().guards,
): RolloutState => ({
  ...idleRollout('skill:refund', { baseline: '1.0.0', candidate: '2.0.0', plan: { ...defaultPlan(), guards } }),
  ...{ status: 'running', run: 1, enteredAtMs: NOW },
  ...change,
});
const second = (n: number, counts: Partial<CountBucket>): CountBucket => bucketWith(`s${n}`, NOW + n * 1_000, counts);
const taken = (state: RolloutState, buckets: readonly CountBucket[], earlier?: Evidence): Evidence =>
  buckets.reduce<Evidence | undefined>((known, bucket) => watch(state, known, [bucket], NOW + 1e9), earlier) ??
  watch(state, undefined, [], NOW);
const verdictOf = (state: RolloutState, evidence: Evidence | undefined, kind: GuardKind) =>
  judge(state, evidence).guards.find(({ guard }) => guard === kind);

const latency = (ms: number, calls: number): number[] => {
  const counts = new Array<number>(latencyBucketOf(ms) + 1).fill(0);
  counts[latencyBucketOf(ms)] = calls;
  return counts;
};
const failing = second(99, { candidate: laneWith(40, 20) });

describe('what is known of a rollout', () => {
  it('S7: takes a candidate back whose calls fail, and names what was seen', () => {
    const state = stateWith();
    const decision = decide(state, judge(state, taken(state, [failing])), NOW);
    expect(decision).toMatchObject({ state: { status: 'rolled_back' }, entry: { reason: 'guard error_limit failed' } });
    expect(verdictOf(state, taken(state, [failing]), 'error_limit')).toMatchObject({
      ...{ verdict: 'fail', reason: 'beyond_bound', bound: 0.05, candidate: { events: 20, of: 40 } },
    });
  });

  it('S7: is the same JSON whoever goes on with it, so a new leader decides as the old one would have', () => {
    const counts = fc.array(fc.tuple(fc.nat(30), fc.nat(30), fc.nat(300), fc.nat(10)), {
      minLength: 1,
      maxLength: 30,
      size: 'max',
    });
    const state = stateWith();
    fc.assert(
      fc.property(counts, (seconds) => {
        const buckets = seconds.map(([calls, failed, baseline, baselineFailed], n) =>
          second(n, {
            candidate: laneWith(calls, Math.min(calls, failed), latency(100, calls)),
            baseline: laneWith(baseline, Math.min(baseline, baselineFailed), latency(90, baseline)),
          }),
        );
        let carried: Evidence | undefined;
        for (const bucket of buckets)
          carried = watch(state, carried && (JSON.parse(JSON.stringify(carried)) as Evidence), [bucket], NOW + 1e9);
        const kept = taken(state, buckets);
        expect(JSON.parse(JSON.stringify(carried))).toEqual(JSON.parse(JSON.stringify(kept)));
        expect(judge(state, watch(state, kept, buckets, NOW + 1e9))).toEqual(judge(state, kept));
      }),
      { numRuns: 50 },
    );
  });

  it('S7: keeps an alarm through good calls, so that a decision that was lost is taken again', () => {
    const state = stateWith();
    const good = Array.from({ length: 50 }, (_, n) => second(n + 1, { candidate: laneWith(1_000) }));
    expect(verdictOf(state, taken(state, [failing, ...good]), 'error_limit')).toMatchObject({ verdict: 'fail' });
  });

  it('S7: goes on over stages and after the last, forgets the passes of a stage, and begins anew with a run', () => {
    const automatic = stateWith();
    const calls = { candidate: laneWith(500), baseline: laneWith(5_000) };
    const first = taken(automatic, [second(0, calls)]);
    expect(verdictOf(automatic, first, 'error_limit')).toMatchObject({ verdict: 'pass' });
    const next = stateWith({ stage: 1 });
    expect(judge(next, first)).toMatchObject({ samples: 0, guards: [{ verdict: 'inconclusive' }, {}] });
    expect(verdictOf(next, taken(next, [failing], first), 'error_limit')).toMatchObject({ verdict: 'fail' });
    const completed = stateWith({ status: 'completed', stage: 2 });
    const late = taken(completed, [{ ...failing, id: 'late' }], taken(completed, [], first));
    expect(decide(completed, judge(completed, late), NOW)).toMatchObject({ state: { status: 'rolled_back' } });
    const again = stateWith({ run: 2 });
    expect(judge(again, late).guards.map(({ verdict }) => verdict)).toEqual(['inconclusive', 'inconclusive']);
  });

  it('opens evidence anew that another version of the engine kept, and counts again', () => {
    const state = stateWith();
    const older = { ...taken(state, [failing]), form: 0, guards: undefined } as unknown as Evidence;
    expect(judge(state, older).guards).toMatchObject([{ reason: 'no_traffic' }, { reason: 'no_traffic' }]);
    expect(verdictOf(state, taken(state, [failing], older), 'error_limit')).toMatchObject({ verdict: 'fail' });
  });

  it('S13: holds without traffic, with too few calls, and without reports', () => {
    const state = stateWith();
    expect(judge(state, undefined).guards).toMatchObject([{ reason: 'no_traffic' }, { reason: 'no_traffic' }]);
    const few = taken(state, [second(0, { candidate: laneWith(9, 9) })]);
    expect(verdictOf(state, few, 'error_limit')).toMatchObject({ verdict: 'inconclusive', reason: 'too_few_samples' });
    const alone = taken(state, [second(0, { candidate: laneWith(50) })]);
    expect(verdictOf(state, alone, 'error_comparison')).toMatchObject({ reason: 'no_baseline_traffic' });
    expect(decide(state, judge(state, taken(state, [second(0, { baseline: laneWith(1e6, 5e5) })])), NOW)).toMatchObject(
      {
        kind: 'hold',
      },
    );
  });

  it('S7: takes a candidate back that fails beyond its limit even if the baseline fails as much, and shows both', () => {
    const state = stateWith();
    const bad = Array.from({ length: 60 }, (_, n) =>
      second(n, { candidate: laneWith(10, 1), baseline: laneWith(10, 1) }),
    );
    const evidence = taken(state, bad);
    const report = verdictOf(state, evidence, 'error_limit');
    expect(report).toMatchObject({ verdict: 'fail' });
    expect(report!.baseline.events / report!.baseline.of).toBeCloseTo(0.1, 2);
    expect(verdictOf(state, evidence, 'error_comparison')?.verdict).not.toBe('fail');
    const raised = stateWith({}, [{ ...rule, kind: 'error_limit', limit: 0.12 }]);
    expect(verdictOf(raised, taken(raised, bad), 'error_limit')?.verdict).not.toBe('fail');
  });

  it('judges P95 against the promise: slow fails, fast passes, thin is inconclusive', () => {
    const promise: Guard = { ...rule, kind: 'latency_limit', quantile: 0.95, limitMs: 1_800 };
    const state = stateWith({}, [promise]);
    const of = (fast: number, slow: number, seconds: number) =>
      Array.from({ length: seconds }, (_, n) => {
        const counts = latency(5_000, slow);
        counts[latencyBucketOf(1_800)] = fast;
        return second(n, { candidate: laneWith(fast + slow, 0, counts) });
      });
    expect(verdictOf(state, taken(state, of(8, 2, 60)), 'latency_limit')).toMatchObject({ verdict: 'fail' });
    expect(verdictOf(state, taken(state, of(100, 1, 20)), 'latency_limit')).toMatchObject({ verdict: 'pass' });
    expect(verdictOf(state, taken(state, of(9, 1, 2)), 'latency_limit')).toMatchObject({ reason: 'undecided' });
    const untimed = taken(state, [second(0, { candidate: laneWith(500) })]);
    expect(verdictOf(state, untimed, 'latency_limit')).toMatchObject({ verdict: 'inconclusive', reason: 'no_traffic' });
  });

  it('judges latency against what the baseline took before', () => {
    const state = stateWith({}, [{ ...rule, kind: 'latency_comparison', quantile: 0.95, tolerance: 0.05 }]);
    const of = (ms: number) =>
      Array.from({ length: 60 }, (_, n) =>
        second(n, {
          candidate: laneWith(20, 0, latency(ms, 20)),
          baseline: laneWith(50, 0, latency(90, 50)),
        }),
      );
    expect(verdictOf(state, taken(state, of(90)), 'latency_comparison')).toMatchObject({ verdict: 'pass' });
    expect(verdictOf(state, taken(state, of(400)), 'latency_comparison')).toMatchObject({ verdict: 'fail' });
  });

  it('S8: judges disagreement by noise that was measured hours before, since it is measured rarely', () => {
    const state = stateWith({ stage: 1 }, [{ ...rule, kind: 'disagreement', tolerance: 0.05 }]);
    const noise = second(0, { noise: { compared: 60, differed: 6 } });
    const pairs = second(7_200, { candidate: laneWith(300), pairs: { compared: 300, differed: 200 } });
    expect(verdictOf(state, taken(state, [noise, pairs]), 'disagreement')).toMatchObject({ verdict: 'fail' });
  });

  it('S8: judges disagreement against the noise of the baseline, so that noise is no regression', () => {
    const state = stateWith({ stage: 1 }, [{ ...rule, kind: 'disagreement', tolerance: 0.05, onFail: 'hold' }]);
    const of = (differed: number, noise: number) =>
      Array.from({ length: 100 }, (_, n) =>
        second(n, {
          candidate: laneWith(20),
          pairs: { compared: 20, differed },
          noise: { compared: 20, differed: noise },
        }),
      );
    expect(verdictOf(state, taken(state, of(4, 4)), 'disagreement')).toMatchObject({ verdict: 'pass' });
    expect(verdictOf(state, taken(state, of(10, 4)), 'disagreement')).toMatchObject({ verdict: 'fail' });
    expect(verdictOf(state, taken(state, of(0, 0).slice(0, 1)), 'disagreement')).toMatchObject({ reason: 'undecided' });
    const noNoise = taken(state, [second(0, { candidate: laneWith(20), pairs: { compared: 20, differed: 20 } })]);
    expect(verdictOf(state, noNoise, 'disagreement')).toMatchObject({ reason: 'no_baseline_traffic' });
    const promoted = stateWith({ stage: 2 }, state.plan.guards);
    expect(verdictOf(promoted, taken(state, of(10, 4)), 'disagreement')).toMatchObject({ verdict: 'inconclusive' });
  });
});
