import fc from 'fast-check';
import { newcombeInterval, wilsonInterval } from './share-intervals';

const share = (events: number, of: number) => ({ events, of });

describe('intervals of shares', () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('S9: give the Wilson interval that Newcombe (1998, table I) prints for %i of %i', (events, of, low, high) => {
    const interval = wilsonInterval(share(events, of));
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [5, 56, 0, 29, -0.0381, 0.1926],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
  ])('S9: give the difference that Newcombe (1998, table II) prints for %i/%i − %i/%i', (a, m, b, n, low, high) => {
    const interval = newcombeInterval(share(a, m), share(b, n));
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it('hold their estimate, stay in their range, and turn around with the lanes', () => {
    const counts = fc.integer({ min: 1, max: 5_000 }).chain((of) => fc.nat(of).map((events) => share(events, of)));
    fc.assert(
      fc.property(counts, counts, (a, b) => {
        const wilson = wilsonInterval(a)!;
        expect(wilson.low).toBeLessThanOrEqual(wilson.estimate);
        expect(wilson.high).toBeGreaterThanOrEqual(wilson.estimate);
        expect(wilson.low >= 0 && wilson.high <= 1).toBe(true);
        const [there, back] = [newcombeInterval(a, b)!, newcombeInterval(b, a)!];
        expect(there.low).toBeCloseTo(-back.high, 12);
        expect(there.low >= -1 - 1e-12 && there.high <= 1 + 1e-12).toBe(true);
      }),
    );
  });

  it('say nothing without calls', () => {
    expect(wilsonInterval(share(0, 0))).toBeUndefined();
    expect(newcombeInterval(share(1, 10), share(0, 0))).toBeUndefined();
    expect(wilsonInterval(share(Number.NaN, Number.NaN))).toBeUndefined();
  });
});
