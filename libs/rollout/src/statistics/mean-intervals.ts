import { studentQuantile } from './distributions';
import { CONFIDENCE, type Interval } from './interval';

/** Sums that replicas add up; enough for a mean and its spread. */
export interface Sums {
  readonly count: number;
  readonly sum: number;
  readonly sumOfSquares: number;
}

/** Student's t interval of a mean; undefined below two values. Near enough for skewed times from some 30 values on. */
export function meanInterval(sums: Sums, confidence = CONFIDENCE): Interval | undefined {
  if (!(sums.count >= 2)) return undefined;
  const { mean, variance } = momentsOf(sums);
  return around(mean, variance / sums.count, sums.count - 1, confidence);
}

/** Interval of `candidate − baseline` of two means. Welch, Biometrika 34 (1947); degrees of freedom by Satterthwaite (1946). */
export function meanDifference(candidate: Sums, baseline: Sums, confidence = CONFIDENCE): Interval | undefined {
  if (!(candidate.count >= 2) || !(baseline.count >= 2)) return undefined;
  const [a, b] = [momentsOf(candidate), momentsOf(baseline)];
  const [ofA, ofB] = [a.variance / candidate.count, b.variance / baseline.count];
  const freedom = (ofA + ofB) ** 2 / (ofA ** 2 / (candidate.count - 1) + ofB ** 2 / (baseline.count - 1));
  return around(a.mean - b.mean, ofA + ofB, freedom, confidence);
}

function around(estimate: number, variance: number, freedom: number, confidence: number): Interval {
  const reach = variance > 0 ? studentQuantile((1 + confidence) / 2, freedom) * Math.sqrt(variance) : 0;
  return { estimate, low: estimate - reach, high: estimate + reach };
}

function momentsOf({ count, sum, sumOfSquares }: Sums): { mean: number; variance: number } {
  const mean = sum / count;
  return { mean, variance: Math.max(0, (sumOfSquares - sum * mean) / (count - 1)) };
}
