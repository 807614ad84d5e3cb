import { binomialCdf, regularizedBeta, studentQuantile } from './distributions';
import { normalQuantile } from './normal-quantile';

describe('distributions', () => {
  it.each([
    [0.975, 1, 12.706205],
    [0.975, 2, 4.302653],
    [0.975, 10, 2.228139],
    [0.95, 30, 1.697261],
    [0.995, 5, 4.032143],
    [0.025, 10, -2.228139],
  ])("give the tabulated quantile %d of Student's t with %d degrees of freedom", (probability, freedom, t) => {
    expect(studentQuantile(probability, freedom)).toBeCloseTo(t, 5);
  });

  it('give the quantiles of the normal distribution', () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 5);
    expect(normalQuantile(0.995)).toBeCloseTo(2.575829, 5);
    expect(normalQuantile(0.5)).toBeCloseTo(0, 9);
    expect(normalQuantile(0.01)).toBeCloseTo(-2.326348, 5);
    expect(studentQuantile(0.975, 1e6)).toBeCloseTo(1.959966, 4);
  });

  it('sum up binomial probabilities', () => {
    const direct = [0, 1, 2, 3].reduce((sum, k) => sum + choose(10, k) * 0.3 ** k * 0.7 ** (10 - k), 0);
    expect(binomialCdf(3, 10, 0.3)).toBeCloseTo(direct, 12);
    expect([binomialCdf(-1, 10, 0.3), binomialCdf(10, 10, 0.3)]).toEqual([0, 1]);
    expect(binomialCdf(949_999, 1_000_000, 0.95)).toBeCloseTo(0.5, 2);
    expect(regularizedBeta(0.5, 2, 2)).toBeCloseTo(0.5, 12);
  });
});

function choose(n: number, k: number): number {
  return Array.from({ length: k }, (_, i) => (n - i) / (k - i)).reduce((product, part) => product * part, 1);
}
