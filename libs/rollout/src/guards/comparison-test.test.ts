import fc from 'fast-check';
import { seededRandom } from '../seeded-random.stage';
import type { Paired } from './e-detector';
import { judgeComparison, openComparisonTest, watchComparison, type ComparisonTest } from './comparison-test';
import { logEValue } from './nearest-null';
import { simulatedCalls } from './simulated-calls.stage';

const rule = { bound: 0.02, alpha: 0.01, sameTimeMs: 60_000 };

interface Traffic {
  readonly candidate: readonly [rate: number, calls: number];
  readonly baseline: readonly [rate: number, calls: number];
}

/** The first failure or pass among so many blocks, and the candidate's calls until it. */
function outcomeOf(random: () => number, { candidate, baseline }: Traffic, blocks: number) {
  const draw = simulatedCalls(random);
  let test = openComparisonTest();
  for (let block = 1; block <= blocks; block++) {
    const added = { candidate: draw(candidate[1], candidate[0]), baseline: draw(baseline[1], baseline[0]) };
    test = watchComparison(test, added, rule, block * 1_000);
    const { verdict } = judgeComparison(test, rule);
    if (verdict !== 'inconclusive') return { verdict, calls: block * candidate[1] };
  }
  return { verdict: 'inconclusive', calls: blocks * candidate[1] };
}

/** Whether it fails while it goes on through passes. */
function fails(random: () => number, traffic: Traffic, blocks: number): boolean {
  const draw = simulatedCalls(random);
  let test: ComparisonTest = openComparisonTest();
  for (let block = 1; block <= blocks; block++) {
    const [ofCandidate, ofBaseline] = [draw(traffic.candidate[1], traffic.candidate[0]), traffic.baseline];
    test = watchComparison(test, { candidate: ofCandidate, baseline: draw(ofBaseline[1], ofBaseline[0]) }, rule, block);
    if (judgeComparison(test, rule).verdict === 'fail') return true;
  }
  return false;
}

const share = (runs: number, one: () => boolean): number =>
  Array.from({ length: runs }, one).filter(Boolean).length / runs;

describe('a comparison with the baseline', () => {
  it.each([0.001, 0.01, 0.1, 0.4])(
    'S13: never finds a candidate worse that equals its baseline beyond its alpha, both at %d',
    (rate) => {
      const random = seededRandom(1);
      const even: Traffic = { candidate: [rate, 20], baseline: [rate, 20] };
      expect(share(60, () => fails(random, even, 300))).toBeLessThanOrEqual(rule.alpha);
      const first: Traffic = { candidate: [rate, 1], baseline: [rate, 99] };
      expect(share(30, () => fails(random, first, 300))).toBeLessThanOrEqual(rule.alpha);
    },
  );

  it('S13: nor one that is worse by no more than the tolerance', () => {
    const random = seededRandom(2);
    const tolerated: Traffic = { candidate: [0.03, 20], baseline: [0.01, 20] };
    expect(share(60, () => fails(random, tolerated, 600))).toBeLessThanOrEqual(rule.alpha);
  });

  it('S13: nor one whose provider has a bad hour together with the baseline', () => {
    const random = seededRandom(3);
    const draw = simulatedCalls(random);
    const run = (): boolean => {
      let test = openComparisonTest();
      for (let block = 1; block <= 400; block++) {
        const rate = block > 200 && block < 260 ? 0.3 : 0.01;
        test = watchComparison(test, { candidate: draw(10, rate), baseline: draw(100, rate) }, rule, block * 1_000);
        if (judgeComparison(test, rule).verdict === 'fail') return true;
      }
      return false;
    };
    expect(share(100, run)).toBeLessThanOrEqual(rule.alpha);
  });

  it('S13: finds a candidate worse at 20 % against 1 %, with one call of a hundred too', () => {
    const random = seededRandom(4);
    const found = Array.from({ length: 100 }, () =>
      outcomeOf(random, { candidate: [0.2, 1], baseline: [0.01, 99] }, 300),
    );
    expect(found.every(({ verdict }) => verdict === 'fail')).toBe(true);
    expect(found.reduce((sum, { calls }) => sum + calls, 0) / found.length).toBeLessThan(100);
  });

  it('S13: finds a candidate worse that turned bad late, as fast as one that was never good', () => {
    const draw = simulatedCalls(seededRandom(5));
    let test = openComparisonTest();
    let at = 0;
    const take = (rate: number) => {
      test = watchComparison(test, { candidate: draw(10, rate), baseline: draw(10, 0.01) }, rule, (at += 1_000));
    };
    for (let i = 0; i < 10_000; i++) take(0.01);
    expect(judgeComparison(test, rule).verdict).toBe('pass');
    for (let i = 0; i < 40; i++) take(0.25);
    expect(judgeComparison(test, rule).verdict).toBe('fail');
  });

  it('S13: passes once the candidate is shown to be within the tolerance, rarely for one that is not', () => {
    const random = seededRandom(6);
    const good = () => outcomeOf(random, { candidate: [0.01, 20], baseline: [0.01, 100] }, 100).verdict === 'pass';
    const bad = () => outcomeOf(random, { candidate: [0.032, 20], baseline: [0.01, 100] }, 100).verdict === 'pass';
    expect(share(100, good)).toBeGreaterThan(0.95);
    expect(share(300, bad)).toBeLessThan(0.06);
  });

  it('S13: says nothing while one of the lanes has no traffic', () => {
    const none = { events: 0, of: 0 };
    const silent = (added: Paired): ComparisonTest => {
      let test = openComparisonTest();
      for (let at = 0; at < 500; at++) test = watchComparison(test, added, rule, at * 1_000);
      return test;
    };
    for (const test of [
      silent({ candidate: { events: 5, of: 10 }, baseline: none }),
      silent({ candidate: none, baseline: { events: 0, of: 10 } }),
      silent({ candidate: none, baseline: none }),
    ])
      expect(judgeComparison(test, rule).verdict).toBe('inconclusive');
  });

  it('compares calls of the same minute alone', () => {
    const none = { events: 0, of: 0 };
    const hourAgo = watchComparison(
      openComparisonTest(),
      { candidate: { events: 50, of: 50 }, baseline: none },
      rule,
      1_000,
    );
    const now = watchComparison(hourAgo, { candidate: none, baseline: { events: 0, of: 1_000 } }, rule, 3_600_000);
    expect(judgeComparison(now, rule).verdict).toBe('inconclusive');
    expect(now.open.candidate.of).toBe(0);
  });

  it('is an e-value: its expectation is at most 1 under every null, and above 1 under the alternative', () => {
    const rate = fc.double({ min: 0.001, max: 0.6, noNaN: true });
    const size = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        rate,
        rate,
        rate,
        rate,
        size,
        size,
        fc.double({ min: 0, max: 0.2 }),
        (base, gap, p, q, m, n, margin) => {
          const alternative = { baseline: base, candidate: Math.min(base + margin + gap, 0.99) };
          fc.pre(alternative.candidate > base + margin);
          const expectation = (candidate: number, baseline: number): number => {
            let sum = 0;
            for (let i = 0; i <= m; i++)
              for (let j = 0; j <= n; j++) {
                const block = { candidate: { events: i, of: m }, baseline: { events: j, of: n } };
                sum +=
                  binomial(i, m, candidate) *
                  binomial(j, n, baseline) *
                  Math.exp(logEValue(block, alternative, margin));
              }
            return sum;
          };
          const truth = Math.min(p, q + margin);
          expect(expectation(truth, q)).toBeLessThanOrEqual(1 + 1e-6);
          expect(expectation(alternative.candidate, alternative.baseline)).toBeGreaterThanOrEqual(1 - 1e-9);
        },
      ),
    );
  });
});

function binomial(k: number, n: number, rate: number): number {
  let ways = 1;
  for (let i = 0; i < k; i++) ways = (ways * (n - i)) / (i + 1);
  return ways * rate ** k * (1 - rate) ** (n - k);
}
