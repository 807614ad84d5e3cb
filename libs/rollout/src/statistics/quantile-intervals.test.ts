import { seededRandom } from '../seeded-random.stage';
import { histogramQuantile } from './quantile-intervals';

/** Each value in a bucket of its own, so that outward means by one value. */
const quantileInterval = (sorted: readonly number[], quantile: number) =>
  histogramQuantile(
    sorted.map(() => 1),
    sorted,
    quantile,
  );
const ranks = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1);

describe('intervals of quantiles', () => {
  it.each([
    [10, 2, 9],
    [15, 4, 12],
    [20, 6, 15],
    [25, 8, 18],
  ])('S9: take the tabulated order statistics for the median of %i values', (n, low, high) => {
    expect(quantileInterval(ranks(n), 0.5)).toMatchObject({ low: low - 1, high });
  });

  it('S13: say nothing of P95 below 72 values, whatever they are', () => {
    expect(quantileInterval(ranks(71), 0.95)).toBeUndefined();
    expect(quantileInterval(ranks(72), 0.95)).toMatchObject({ high: 72 });
    expect(histogramQuantile([], [10], 0.95)).toBeUndefined();
  });

  it('cover the true P95 at least as often as they say', () => {
    const random = seededRandom(3);
    const covering = Array.from({ length: 1_000 }, () => {
      const sorted = Array.from({ length: 200 }, random).sort((a, b) => a - b);
      const interval = quantileInterval(sorted, 0.95)!;
      return interval.low <= 0.95 && 0.95 <= interval.high;
    }).filter(Boolean).length;
    expect(covering / 1_000).toBeGreaterThan(0.94);
  });

  it('widen to the bounds of the buckets in a histogram, and say nothing beyond the last bound', () => {
    const bounds = [10, 100, 1_000];
    expect(histogramQuantile([500, 450, 50, 0], bounds, 0.5)).toEqual({ estimate: 10, low: 0, high: 100 });
    expect(histogramQuantile([0, 900, 100, 0], bounds, 0.95)).toEqual({ estimate: 550, low: 100, high: 1_000 });
    expect(histogramQuantile([0, 900, 0, 100], bounds, 0.95)).toBeUndefined();
  });
});
