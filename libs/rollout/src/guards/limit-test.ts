import type { Judged, Rule } from './rule';
import { logLikelihoodRatio, logMeanExp, oddsTimes } from './bernoulli';
import { advance, FRESH, NOTHING, joined, raises, strongest, weightOf, type Detector, type Paired } from './e-detector';
import { UNKNOWN_RATE, usualRateOf, withCalls, type UsualRate } from './usual-rate';

/**
 * An always-valid test of one version's rate of events against a limit; plain JSON. Two questions are asked at once:
 * - `slow`: is the rate above the limit? Null: rate ≤ limit. Finds 1.2 times the limit too, in its time.
 * - `fast`: has it left what is usual for a high rate? Null: rate ≤ `usual`, which is a fifth of the limit, or what this
 *   version or the baseline usually has if that is more (never above the limit). At a limit of 5 % it finds 20 % within 100
 *   calls, which no test of "above 5 %" could do with so few false alarms (Neyman–Pearson for 100 calls).
 */
export interface LimitTest {
  readonly fast: readonly Detector[];
  readonly slow: readonly Detector[];
  readonly usual: { readonly candidate: UsualRate; readonly baseline: UsualRate };
  readonly calls: number;
  /** Since the stage was entered; a pass speaks of these. */
  readonly stage: Paired;
}

/** Odds of the rates that are looked for, as multiples of the odds of the limit. */
const SLOW_ODDS = [1.25, 1.6, 2.5, 5];
const FAST_ODDS = 4.2;
const FAST_ALPHA_SHARE = 0.9;
/** Of the limit: a rate that nobody minds. */
const QUIET_SHARE = 0.2;
const PASS_ALPHA = 0.05;
/** Rates that a version within its limit may have, as shares of the limit. */
const SOUND_RATES = [0.1, 0.4, 0.7];

export function openLimitTest(withFast: boolean): LimitTest {
  return {
    fast: withFast ? [FRESH] : [],
    slow: SLOW_ODDS.map(() => FRESH),
    usual: { candidate: UNKNOWN_RATE, baseline: UNKNOWN_RATE },
    calls: 0,
    stage: NOTHING,
  };
}

export function watchLimit(test: LimitTest, block: Paired, { bound: limit }: Rule): LimitTest {
  const { candidate, baseline } = block;
  const calls = test.calls + candidate.of;
  const weight = weightOf(candidate.of, calls);
  const step = (detector: Detector, rate: number, against: number): Detector =>
    candidate.of > 0
      ? advance(detector, logLikelihoodRatio(candidate, rate, against), weight, block)
      : advance(detector, 0, 0, block);
  const usual = Math.min(
    limit,
    Math.max(limit * QUIET_SHARE, usualRateOf(test.usual.candidate), usualRateOf(test.usual.baseline)),
  );
  return {
    fast: test.fast.map((detector) => step(detector, oddsTimes(limit, FAST_ODDS), usual)),
    slow: test.slow.map((detector, at) => step(detector, oddsTimes(limit, SLOW_ODDS[at] ?? 1), limit)),
    usual: {
      candidate: withCalls(test.usual.candidate, candidate),
      baseline: withCalls(test.usual.baseline, baseline),
    },
    calls,
    stage: joined(test.stage, block),
  };
}

export const enterStageOfLimit = (test: LimitTest): LimitTest => ({ ...test, stage: NOTHING });

/** The detectors that found the limit broken, at `alpha` over all of them and over the life of the rollout. */
export function alarmedBy({ fast, slow }: LimitTest, alpha: number): readonly Detector[] | undefined {
  if (raises(fast, alpha * FAST_ALPHA_SHARE)) return fast;
  return raises(slow, fast.length > 0 ? alpha * (1 - FAST_ALPHA_SHARE) : alpha) ? slow : undefined;
}

/**
 * Fails by the detectors. Passes while the stage's counts refute "the rate is the limit or more" at 5 %, by a mixture
 * likelihood ratio, which is an e-process (Robbins, Annals of Mathematical Statistics 41, 1970).
 */
export function judgeLimit(test: LimitTest, { bound: limit, alpha }: Rule): Judged {
  const alarmed = alarmedBy(test, alpha);
  if (alarmed) return { verdict: 'fail', seen: strongest(alarmed).window };
  const sound = SOUND_RATES.map((share) => logLikelihoodRatio(test.stage.candidate, share * limit, limit));
  const passes = logMeanExp(sound) >= Math.log(1 / PASS_ALPHA);
  return { verdict: passes ? 'pass' : 'inconclusive', seen: test.stage };
}
