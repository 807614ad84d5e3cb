import type { Share } from '../plan/guard';
import { normalQuantile } from './normal-quantile';
import { CONFIDENCE, type Interval } from './interval';

/**
 * Wilson's score interval of a share; undefined without calls.
 * Wilson, JASA 22 (1927); method 3 in Newcombe, Statistics in Medicine 17 (1998) 857–872.
 */
export function wilsonInterval({ events, of }: Share, confidence = CONFIDENCE): Interval | undefined {
  if (!(of > 0)) return undefined;
  const z = normalQuantile((1 + confidence) / 2);
  const estimate = events / of;
  const middle = events + (z * z) / 2;
  const spread = z * Math.sqrt((z * z) / 4 + events * (1 - estimate));
  const whole = of + z * z;
  return {
    estimate,
    low: events <= 0 ? 0 : (middle - spread) / whole,
    high: events >= of ? 1 : (middle + spread) / whole,
  };
}

/**
 * Interval of `candidate − baseline` of two independent shares, from the Wilson intervals of each; undefined while one has no
 * calls. Method 10 in Newcombe, Statistics in Medicine 17 (1998) 873–890.
 */
export function newcombeInterval(candidate: Share, baseline: Share, confidence = CONFIDENCE): Interval | undefined {
  const [a, b] = [wilsonInterval(candidate, confidence), wilsonInterval(baseline, confidence)];
  if (!a || !b) return undefined;
  const estimate = a.estimate - b.estimate;
  return {
    estimate,
    low: estimate - Math.hypot(a.estimate - a.low, b.high - b.estimate),
    high: estimate + Math.hypot(a.high - a.estimate, b.estimate - b.low),
  };
}
