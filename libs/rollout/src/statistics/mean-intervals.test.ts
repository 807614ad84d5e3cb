import fc from 'fast-check';
import { seededRandom } from '../seeded-random.stage';
import { meanDifference, meanInterval, type Sums } from './mean-intervals';

const NO_SUMS: Sums = { count: 0, sum: 0, sumOfSquares: 0 };
const sumsOf = (values: readonly number[]): Sums =>
  values.reduce(
    ({ count, sum, sumOfSquares }, value) => ({
      ...{ count: count + 1, sum: sum + value, sumOfSquares: sumOfSquares + value * value },
    }),
    NO_SUMS,
  );

/** Sums that have exactly this mean and standard deviation. */
const sumsWith = (count: number, mean: number, deviation: number): Sums => ({
  ...{ count, sum: count * mean, sumOfSquares: (count - 1) * deviation ** 2 + count * mean ** 2 },
});

describe('intervals of means', () => {
  it('S9: give the interval that the NIST handbook (1.3.5.2) prints for its 195 heat flows', () => {
    const interval = meanInterval(sumsWith(195, 9.26146, 0.02278881));
    expect(interval?.low).toBeCloseTo(9.258242, 5);
    expect(interval?.high).toBeCloseTo(9.264679, 5);
  });

  it('S9: give the difference of means by Welch, here with 9.9 degrees of freedom', () => {
    const [a, b] = [sumsWith(10, 20.6, 3), sumsWith(20, 22.1, Math.sqrt(0.9))];
    const interval = meanDifference(a, b)!;
    expect(interval.estimate).toBeCloseTo(-1.5, 9);
    expect((interval.high - interval.low) / 2 / Math.sqrt(9 / 10 + 0.9 / 20)).toBeCloseTo(2.231, 2);
  });

  it('cover the true mean of skewed times about as often as they say', () => {
    const random = seededRandom(9);
    const covering = Array.from({ length: 500 }, () => {
      const interval = meanInterval(sumsOf(Array.from({ length: 100 }, () => -Math.log(1 - random()))))!;
      return interval.low <= 1 && 1 <= interval.high;
    }).filter(Boolean).length;
    expect(covering / 500).toBeGreaterThan(0.91);
    expect(covering / 500).toBeLessThan(0.97);
  });

  it('are a point for values without spread, and nothing below two values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 2, max: 50 }), (value, count) => {
        expect(meanInterval(sumsOf(Array.from({ length: count }, () => value)))).toEqual({
          ...{ estimate: value, low: value, high: value },
        });
      }),
    );
    expect(meanInterval(sumsOf([3]))).toBeUndefined();
    expect(meanDifference(sumsOf([3, 4]), NO_SUMS)).toBeUndefined();
  });
});
