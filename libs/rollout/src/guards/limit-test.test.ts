import { seededRandom } from '../seeded-random.stage';
import { alarmedBy, judgeLimit, openLimitTest, watchLimit, type LimitTest } from './limit-test';
import { simulatedCalls } from './simulated-calls.stage';

const rule = { bound: 0.05, alpha: 0.009, sameTimeMs: 0 };
const RUNS = 10_000;

/** Takes in `calls` calls that fail at a rate, and as many of the baseline as told. */
function simulation(seed: number) {
  const draw = simulatedCalls(seededRandom(seed));
  const take = (test: LimitTest, rate: number, calls = 1, ofBaseline = 0, baselineRate = rate): LimitTest =>
    watchLimit(test, { candidate: draw(calls, rate), baseline: draw(ofBaseline, baselineRate) }, rule);
  const fails = (test: LimitTest): boolean => alarmedBy(test, rule.alpha) !== undefined;

  /** Calls until the failure, looked for after each batch; undefined if there is none within `most`. */
  const callsToFail = (from: LimitTest, rate: number, batch: number, most: number): number | undefined => {
    let test = from;
    for (let calls = batch; calls <= most; calls += batch) {
      test = take(test, rate, batch);
      if (fails(test)) return calls;
    }
    return undefined;
  };
  const shareFound = (runs: number, start: () => LimitTest, rate: number, batch: number, most: number): number =>
    Array.from({ length: runs }, () => callsToFail(start(), rate, batch, most)).filter((n) => n !== undefined).length /
    runs;
  return { take, fails, shareFound };
}

const fresh = () => openLimitTest(true);

describe('a limit of 5 % errors', () => {
  it.each([1, 5, 10])(
    'S13: is found broken at 20 %% within 100 calls in at least 99 %% of 10,000 rollouts, looked at every %i calls',
    (batch) => {
      expect(simulation(batch).shareFound(RUNS, fresh, 0.2, batch, 100)).toBeGreaterThanOrEqual(0.99);
    },
  );

  it('S13: is found broken as fast after 100,000 good calls, in at least 99 % of 10,000 rollouts', () => {
    const { take, shareFound } = simulation(2);
    let old = fresh();
    for (let i = 0; i < 20_000; i++) old = take(old, 0.01, 5);
    const lately = Array.from({ length: 100 }, () => {
      let test = old;
      for (let i = 0; i < 40; i++) test = take(test, 0.01);
      return test;
    });
    let turn = 0;
    const inTurn = () => lately[turn++ % lately.length]!;
    expect(old.calls).toBe(100_000);
    expect(shareFound(RUNS, inTurn, 0.2, 1, 100)).toBeGreaterThanOrEqual(0.99);
  });

  it('S13: is found broken within 150 calls after ten million good ones', () => {
    const { take, shareFound } = simulation(3);
    let old = fresh();
    for (let i = 0; i < 10_000; i++) old = take(old, 0.01, 1_000);
    expect(shareFound(1_000, () => old, 0.2, 1, 150)).toBeGreaterThanOrEqual(0.99);
  });

  it.each([
    { batch: 1, days: 5 },
    { batch: 10, days: 30 },
    { batch: 100, days: 500 },
  ])(
    'S13: is falsely found broken on less than 1 % of days of 100,000 calls at 1 % errors: $days days, every $batch',
    ({ batch, days }) => {
      expect(simulation(4).shareFound(days, fresh, 0.01, batch, 100_000)).toBeLessThan(0.01);
    },
  );

  it.each([0.02, 0.03, 0.04, 0.05])(
    'S13: is not found broken over a day while both versions usually fail at %d, for that is within it',
    (rate) => {
      const { take, shareFound } = simulation(5);
      const known = () => {
        let test = fresh();
        for (let i = 0; i < 30; i++) test = take(test, rate, 1, 100);
        return test;
      };
      expect(shareFound(100, known, rate, 100, 100_000)).toBeLessThan(0.03);
    },
  );

  it('S13: is found broken in the end by a candidate that fails a little more than it may', () => {
    const { take, shareFound } = simulation(6);
    const usual = () => {
      let test = fresh();
      for (let i = 0; i < 60; i++) test = take(test, 0.04, 50, 50);
      return test;
    };
    expect(shareFound(30, usual, 0.07, 50, 20_000)).toBe(1);
  });

  it('S13: shares its false alarms between both questions: the slow one has a tenth of them, and all where it stands alone', () => {
    const seven = { candidate: { events: 7, of: 100 }, baseline: { events: 0, of: 0 } };
    const blocksToFail = (fast: LimitTest['fast']): number => {
      let test = openLimitTest(false);
      for (let blocks = 0; blocks < 1_000; blocks++) {
        if (alarmedBy({ ...test, fast }, rule.alpha)) return blocks;
        test = watchLimit(test, seven, rule);
      }
      return Infinity;
    };
    const beside = blocksToFail(fresh().fast);
    expect(blocksToFail([])).toBeLessThan(beside);
    expect(beside).toBeLessThan(1_000);
    let test = openLimitTest(false);
    while (!alarmedBy({ ...test, fast: fresh().fast }, rule.alpha)) test = watchLimit(test, seven, rule);
    expect(alarmedBy(test, rule.alpha / 10)).toBeDefined();
  });

  it('S13: passes for a good candidate within some hundred calls, and for a bad one almost never', () => {
    const { take } = simulation(7);
    const passes = (rate: number): boolean => {
      let test = fresh();
      for (let i = 0; i < 40; i++) {
        test = take(test, rate, 10);
        if (judgeLimit(test, rule).verdict === 'pass') return true;
      }
      return false;
    };
    const share = (rate: number) => Array.from({ length: 500 }, () => passes(rate)).filter(Boolean).length / 500;
    expect(share(0.005)).toBeGreaterThan(0.9);
    expect(share(0.05)).toBeLessThan(0.05);
  });

  it('S13: says nothing without calls, and tells the calls that decided', () => {
    expect(judgeLimit(fresh(), rule)).toMatchObject({ verdict: 'inconclusive' });
    const idle = watchLimit(fresh(), { candidate: { events: 0, of: 0 }, baseline: { events: 50, of: 100 } }, rule);
    expect(judgeLimit(idle, rule).verdict).toBe('inconclusive');
    const none = { events: 0, of: 0 };
    let test = watchLimit(fresh(), { candidate: { events: 0, of: 500 }, baseline: none }, rule);
    for (let i = 0; i < 12; i++) test = watchLimit(test, { candidate: { events: 1, of: 1 }, baseline: none }, rule);
    expect(judgeLimit(test, rule)).toMatchObject({ verdict: 'fail', seen: { candidate: { events: 12, of: 12 } } });
  });
});
