import { normalQuantile } from './normal-quantile';

/** Solves `cdf(x) = probability` for an increasing `cdf`, by halving [low, high] to twelve digits. */
function inverse(cdf: (x: number) => number, probability: number, low: number, high: number): number {
  let [from, to] = [low, high];
  for (let i = 0; i < 100 && to - from > 1e-12 * Math.max(1, Math.abs(from)); i++) {
    const middle = (from + to) / 2;
    if (cdf(middle) < probability) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** Quantile of Student's t with `freedom` degrees of freedom; 0 < probability < 1. */
export function studentQuantile(probability: number, freedom: number): number {
  if (freedom > 1e5) return normalQuantile(probability);
  const far = freedom < 3 ? 1e6 : 1e3;
  return inverse((t) => studentCdf(t, freedom), probability, -far, far);
}

function studentCdf(t: number, freedom: number): number {
  const within = regularizedBeta((t * t) / (freedom + t * t), 0.5, freedom / 2);
  return t < 0 ? (1 - within) / 2 : (1 + within) / 2;
}

/** P(X ≤ k) for X binomial of `n` trials. */
export function binomialCdf(k: number, n: number, probability: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : regularizedBeta(1 - probability, n - k, k + 1);
}

/** Incomplete beta function I_x(a, b), by Lentz's continued fraction: Press et al., Numerical Recipes (2007), 6.4. */
export function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularizedBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
  let c = 1;
  let d = 1 / guarded(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guarded(1 + even * d);
    c = guarded(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guarded(1 + odd * d);
    c = guarded(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return front * fraction;
}

const guarded = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);

const LANCZOS = [
  ...[676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059],
  ...[12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7],
];

/** Lanczos approximation with g = 7; relative error about 1e-15 for x ≥ 0.5. */
function logGamma(x: number): number {
  const z = x - 1;
  const series = LANCZOS.reduce((sum, part, at) => sum + part / (z + at + 1), 0.99999999999980993);
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(series);
}
