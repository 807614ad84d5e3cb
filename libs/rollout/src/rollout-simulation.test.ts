import { bucketWith, laneWith } from './evidence/count-bucket.stage';
import type { CountBucket } from './evidence/counts';
import type { Evidence } from './evidence/evidence';
import { judge } from './evidence/judge';
import { watch } from './evidence/watch';
import { simulatedCalls } from './guards/simulated-calls.stage';
import { defaultPlan } from './plan/default-plan';
import { seededRandom } from './seeded-random.stage';
import { idleRollout } from './state/configure';
import { decide } from './state/decide';
import type { RolloutState } from './state/rollout-state';

const state: RolloutState = {
  ...idleRollout('skill:refund', { baseline: '1.0.0', candidate: '2.0.0', plan: defaultPlan(1_800) }),
  ...{ status: 'running', run: 1 },
};
/** Everybody has the candidate, and the baseline has no traffic. */
const completed: RolloutState = { ...state, status: 'completed', stage: 2 };

const takenBack = (known: Evidence, of = state): boolean => decide(of, judge(of, known), 0).kind === 'moved';

/** Replicas whose totals of each second grow by one call at a time and are read again and again. */
function replicas(seed: number) {
  const draw = simulatedCalls(seededRandom(seed));
  const totals = new Map<string, CountBucket>();
  let calls = 0;
  return (rate: number, baselineRate: number, ofBaseline: number): readonly CountBucket[] => {
    const second = Math.floor(calls / 10);
    const id = `${second}/${calls++ % 2}`;
    const { candidate, baseline } = totals.get(id) ?? bucketWith(id, second * 1_000);
    const more = draw(ofBaseline, baselineRate);
    totals.set(
      id,
      bucketWith(id, second * 1_000, {
        candidate: laneWith(candidate.calls + 1, candidate.attributableErrors + draw(1, rate).events),
        baseline: laneWith(baseline.calls + more.of, baseline.attributableErrors + more.events),
      }),
    );
    return [...totals.values()].slice(-6);
  };
}

describe('a simulated rollout', () => {
  it('S7: is taken back within 100 calls at 20 % errors, through buckets of two replicas, in at least 99 % of 300', () => {
    const within = Array.from({ length: 300 }, (_, seed) => {
      const next = replicas(seed);
      let evidence = watch(state, undefined, [], 0);
      for (let calls = 1; calls <= 100; calls++) {
        evidence = watch(state, evidence, next(0.2, 0.01, 20), calls * 100);
        if (takenBack(evidence)) return true;
      }
      return false;
    }).filter(Boolean).length;
    expect(within / 300).toBeGreaterThanOrEqual(0.99);
  });

  it('S7: is taken back within 100 calls at 20 % errors when it completed 100,000 calls ago, in at least 99 % of 300', () => {
    const draw = simulatedCalls(seededRandom(11));
    const take = (known: Evidence, at: number, of: number, rate: number) => {
      const { events } = draw(of, rate);
      return watch(completed, known, [bucketWith(`b${at}`, at, { candidate: laneWith(of, events) })], at);
    };
    let old = watch(completed, undefined, [], 0);
    for (let at = 1; at <= 1_000; at++) old = take(old, at, 100, 0.01);
    expect(old.total.candidate.calls).toBe(100_000);
    expect(takenBack(old, completed)).toBe(false);
    const within = Array.from({ length: 300 }, () => {
      let evidence = old;
      for (let calls = 1; calls <= 100; calls++) {
        evidence = take(evidence, 1_000 + calls, 1, 0.2);
        if (takenBack(evidence, completed)) return true;
      }
      return false;
    }).filter(Boolean).length;
    expect(within / 300).toBeGreaterThanOrEqual(0.99);
  });

  it('S13: is not taken back over days of 100,000 calls with 1 % errors in both lanes', () => {
    const draw = simulatedCalls(seededRandom(12));
    const falsely = Array.from({ length: 10 }, () => {
      let evidence = watch(state, undefined, [], 0);
      for (let at = 1; at <= 1_000; at++) {
        const [candidate, baseline] = [draw(100, 0.01), draw(400, 0.01)];
        const counts = {
          candidate: laneWith(candidate.of, candidate.events),
          baseline: laneWith(baseline.of, baseline.events),
        };
        evidence = watch(state, evidence, [bucketWith(`b${at}`, at * 1_000, counts)], at * 1_000);
      }
      return takenBack(evidence);
    }).filter(Boolean).length;
    expect(falsely).toBe(0);
  });

  it('keeps its evidence small, however long it lives', () => {
    let evidence = watch(state, undefined, [], 0);
    const latency = Array.from({ length: 30 }, () => 12);
    for (let at = 1; at <= 400; at++) {
      const lane = laneWith(360, 3, latency);
      evidence = watch(state, evidence, [bucketWith(`b${at}`, at, { candidate: lane, baseline: lane })], at);
    }
    expect(JSON.stringify(evidence).length).toBeLessThan(64_000);
  });
});
