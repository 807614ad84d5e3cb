import type { Share } from '../plan/guard';
import { oddsTimes, steadyEstimate } from './bernoulli';
import { advance, FRESH, joined, NO_SHARE, NOTHING, plus, raises, strongest, weightOf } from './e-detector';
import type { Detector, Paired } from './e-detector';
import { logEValue, type Rates } from './nearest-null';
import type { Judged, Rule } from './rule';

/**
 * An always-valid test of the candidate's rate of events against the baseline's at the same time; plain JSON. Blocks close
 * once both have calls, so a lane without traffic says nothing, and drift that both share never counts.
 */
export interface ComparisonTest {
  /** Null: candidate ≤ baseline + tolerance. */
  readonly worse: readonly Detector[];
  /** Log evidence against "candidate ≥ baseline + tolerance", since the stage was entered. */
  readonly sound: number;
  readonly open: Paired;
  readonly openSinceMs: number;
  /** The baseline's earlier calls, fading. */
  readonly known: Share;
  readonly calls: number;
  readonly stage: Paired;
}

/** Odds of the candidate's rates that are looked for, as multiples of those of the largest tolerated one. */
const WORSE_ODDS = [1.6, 3, 8];
const PASS_ALPHA = 0.05;
const MEMORY_CALLS = 5_000;
const TOP_RATE = 0.95;

export function openComparisonTest(): ComparisonTest {
  return {
    ...{ worse: WORSE_ODDS.map(() => FRESH), sound: 0, open: NOTHING, openSinceMs: 0 },
    ...{ known: NO_SHARE, calls: 0, stage: NOTHING },
  };
}

export function watchComparison(
  test: ComparisonTest,
  added: Paired,
  { bound: tolerance, sameTimeMs }: Rule,
  atMs: number,
): ComparisonTest {
  if (added.candidate.of + added.baseline.of <= 0) return test;
  const stage = joined(test.stage, added);
  const empty = test.open.candidate.of + test.open.baseline.of <= 0;
  const stale = empty || Math.abs(atMs - test.openSinceMs) > sameTimeMs;
  const block = stale ? added : joined(test.open, added);
  if (block.candidate.of <= 0 || block.baseline.of <= 0)
    return { ...test, stage, open: block, openSinceMs: stale ? atMs : test.openSinceMs };

  const expected = Math.min(Math.max(steadyEstimate(test.known), tolerance / 10), TOP_RATE - tolerance);
  const calls = test.calls + block.candidate.of;
  const weight = weightOf(block.candidate.of, calls);
  const step = (detector: Detector, alternative: Rates): Detector =>
    advance(detector, logEValue(block, alternative, tolerance), weight, block);
  return {
    worse: test.worse.map((detector, at) =>
      step(detector, { candidate: oddsTimes(expected + tolerance, WORSE_ODDS[at] ?? 1), baseline: expected }),
    ),
    sound: test.sound + logEValue(block, { candidate: expected, baseline: expected }, tolerance),
    ...{ open: NOTHING, openSinceMs: atMs, known: faded(plus(test.known, block.baseline)), calls, stage },
  };
}

export const enterStageOfComparison = (test: ComparisonTest): ComparisonTest => ({
  ...test,
  ...{ sound: 0, stage: NOTHING },
});

export function judgeComparison(test: ComparisonTest, { alpha }: Rule): Judged {
  if (raises(test.worse, alpha)) return { verdict: 'fail', seen: strongest(test.worse).window };
  return { verdict: test.sound >= Math.log(1 / PASS_ALPHA) ? 'pass' : 'inconclusive', seen: test.stage };
}

function faded(known: Share): Share {
  const kept = Math.min(1, MEMORY_CALLS / known.of);
  return { events: known.events * kept, of: known.of * kept };
}
