import type { Share } from '../plan/guard';
import { logLikelihoodRatio } from './bernoulli';
import type { Paired } from './e-detector';

export interface Rates {
  readonly candidate: number;
  readonly baseline: number;
}

const { max, min } = Math;
const EDGE = 1e-9;
const HALVINGS = 40;

/**
 * Log e-value of a block against the null "candidate = baseline + margin", and against every null on the far side of that line
 * from `alternative`. The likelihood of the alternative is divided by that of the null nearest to it in Kullback–Leibler
 * divergence. The expectation is log-concave in the true rates and stationary at that null, where it is 1, hence ≤ 1 on the
 * whole half-plane. Turner, Ly, Grünwald, "Generic E-variables for exact sequential k-sample tests" (2024); Turner, Grünwald,
 * "Exact anytime-valid confidence intervals for contingency tables" (2023). `alternative` must not depend on the block's outcomes.
 */
export function logEValue(block: Paired, alternative: Rates, margin: number): number {
  const sizes = { candidate: block.candidate.of, baseline: block.baseline.of };
  const nearest = nearestNull(sizes, alternative, margin);
  const part = (share: Share, rate: number, against: number) => logLikelihoodRatio(share, rate, against);
  return (
    part(block.candidate, alternative.candidate, nearest.candidate) +
    part(block.baseline, alternative.baseline, nearest.baseline)
  );
}

/** Halves the interval in which the slope of the divergence along the line changes its sign; it is convex. */
function nearestNull(sizes: Rates, alternative: Rates, margin: number): Rates {
  const slope = (rate: number, of: number, toward: number) => (of * (rate - toward)) / (rate * (1 - rate));
  const ends = [alternative.baseline, alternative.candidate - margin];
  let low = max(min(...ends), EDGE, EDGE - margin);
  let high = min(max(...ends), 1 - EDGE, 1 - EDGE - margin);
  for (let i = 0; i < HALVINGS; i++) {
    const baseline = (low + high) / 2;
    const rising =
      slope(baseline, sizes.baseline, alternative.baseline) +
        slope(baseline + margin, sizes.candidate, alternative.candidate) >
      0;
    if (rising) high = baseline;
    else low = baseline;
  }
  const baseline = (low + high) / 2;
  return { candidate: baseline + margin, baseline };
}
