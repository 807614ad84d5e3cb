import type { Share } from '../plan/guard';

/** Counts of both versions over the same time. */
export interface Paired {
  readonly candidate: Share;
  readonly baseline: Share;
}

/**
 * One Shiryaev–Roberts e-detector: the sum, over every moment at which things may have turned bad, of the evidence since
 * then. It finds a late change as fast as an early one, for it never carries good times as credit.
 */
export interface Detector {
  readonly value: number;
  /** CUSUM of the same evidence: where it was last zero, the window begins. */
  readonly score: number;
  /** What was seen since the likeliest moment of the change; for people. */
  readonly window: Paired;
}

export const NO_SHARE: Share = { events: 0, of: 0 };
export const NOTHING: Paired = { candidate: NO_SHARE, baseline: NO_SHARE };
export const FRESH: Detector = { value: 0, score: 0, window: NOTHING };

const { exp, min } = Math;

/** Keeps a value finite, so that it survives JSON; far above every threshold. */
const CEILING = 1e100;

/**
 * Takes in one block whose e-value (expectation ≤ 1 while nothing is wrong, whatever came before) is `exp(logRatio)`:
 * value ← (value + weight) · e. While nothing is wrong the expected value is at most the sum of weights, so by Markov's
 * inequality on the stopped process P(value ever ≥ sum/α) ≤ α; the weight must be known before the outcomes of the block.
 * Shin, Ramdas, Rinaldo, "E-detectors" (NEJSDS 2024), section 2; Pollak, Annals of Statistics 13 (1985).
 */
export function advance({ value, score, window }: Detector, logRatio: number, weight: number, block: Paired): Detector {
  const next = min((value + weight) * exp(logRatio), CEILING);
  const risen = score + logRatio;
  return risen > 0
    ? { value: next, score: risen, window: joined(window, block) }
    : { value: next, score: 0, window: NOTHING };
}

const FULL_WEIGHT_CALLS = 100_000;

/** No sum of weights is larger, however long a rollout lives. */
const TOTAL_WEIGHT = 2 * FULL_WEIGHT_CALLS;

/**
 * The weight of a block of `calls` that ends at call number `until`: one a call for a day's worth of 100,000, then falling with
 * the square, so that the sum stays bounded. A tenfold age costs ln 100 of evidence, about a dozen calls at 20 % errors.
 */
export function weightOf(calls: number, until: number): number {
  return until <= FULL_WEIGHT_CALLS ? calls : calls * (FULL_WEIGHT_CALLS / until) ** 2;
}

/** A mixture of detectors with one bound is a detector with that bound. */
export function raises(detectors: readonly Detector[], alpha: number): boolean {
  const sum = detectors.reduce((total, { value }) => total + value, 0);
  return sum >= (detectors.length * TOTAL_WEIGHT) / alpha && detectors.length > 0;
}

export function strongest(detectors: readonly Detector[]): Detector {
  return detectors.reduce((best, next) => (next.value > best.value ? next : best), FRESH);
}

export const plus = (a: Share, b: Share): Share => ({ events: a.events + b.events, of: a.of + b.of });

export const joined = (a: Paired, b: Paired): Paired => ({
  candidate: plus(a.candidate, b.candidate),
  baseline: plus(a.baseline, b.baseline),
});
