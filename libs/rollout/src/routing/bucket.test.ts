import fc from 'fast-check';
import { bucketOf, fallsUnder } from './bucket';

const users = Array.from({ length: 20_000 }, (_, n) => `user-${n}`);
const share = (weight: number): number =>
  users.filter((user) => fallsUnder(weight, 'refund_process', user)).length / users.length;

describe('buckets', () => {
  it('are the same for the same user at every call, and differ between rollouts', () => {
    expect(bucketOf('a', 'u')).toBe(bucketOf('a', 'u'));
    expect(bucketOf('a', 'u')).not.toBe(bucketOf('b', 'u'));
  });

  it('give a share of users near the weight, also far below one per cent', () => {
    expect(share(0.1)).toBeCloseTo(0.1, 1);
    expect(share(0.5)).toBeCloseTo(0.5, 1);
    expect(share(0.001)).toBeLessThan(0.003);
    expect(share(0.001)).toBeGreaterThan(0);
  });

  it('never take a user off the candidate while the weight grows', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (user, a, b) => {
          const [small, large] = a < b ? [a, b] : [b, a];
          expect(fallsUnder(small, 'r', user) && !fallsUnder(large, 'r', user)).toBe(false);
        },
      ),
    );
  });

  it('keep the baseline without a user, without weight and for a weight that is not a number', () => {
    expect(fallsUnder(1, 'r', undefined)).toBe(false);
    expect(fallsUnder(0, 'r', 'u')).toBe(false);
    expect(fallsUnder(Number.NaN, 'r', 'u')).toBe(false);
    expect(fallsUnder(1, 'r', 'u')).toBe(true);
  });
});
