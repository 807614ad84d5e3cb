import fc from 'fast-check';
import { PermanentError, TransientError } from '@plinth/kernel';
import { isExpired, remainingMs } from './expiry';
import { backoffMs, DEFAULT_RETRY, kindOf } from './retry-policy';

describe('kindOf', () => {
  it('tells an outage of a store or the broker from a transient failure, and takes everything unknown for a bug', () => {
    expect(kindOf(new TransientError('bus_unavailable', ''))).toBe('outage');
    expect(kindOf(new TransientError('postgres_unavailable', ''))).toBe('outage');
    expect(kindOf(new TransientError('postgres_conflict', ''))).toBe('transient');
    expect(kindOf(new PermanentError('bus_unavailable', ''))).toBe('permanent');
    for (const bug of [new TypeError('x'), 'text', undefined, null, { retryable: true }])
      expect(kindOf(bug)).toBe('permanent');
  });
});

describe('backoffMs', () => {
  it('spreads over the whole of a span that doubles up to its bound', () => {
    const widest = [0, 1, 2, 3, 4, 5, 6, 1_000].map((n) => backoffMs(DEFAULT_RETRY, n, () => 1));
    expect(widest).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000]);
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 0.999, noNaN: true }), (n, chance) => {
        const delay = backoffMs(DEFAULT_RETRY, n, () => chance);
        expect(delay).toBeGreaterThanOrEqual(0);
        expect(delay).toBeLessThan(DEFAULT_RETRY.maxDelayMs);
      }),
    );
  });
});

describe('expiry', () => {
  it('counts the queue from the append of the broker, and a broker ahead of our clock as no queue', () => {
    expect(remainingMs({ budgetMs: 500 }, 1_000, 1_200)).toBe(300);
    expect(remainingMs({ budgetMs: 500 }, 1_000, 900)).toBe(500);
    expect(remainingMs({}, 1_000, 9_000)).toBeUndefined();
  });

  it('expires at the moment that nothing remains, and only a type that expires', () => {
    expect(isExpired({ expires: true }, { budgetMs: 500 }, 1_000, 1_499)).toBe(false);
    expect(isExpired({ expires: true }, { budgetMs: 500 }, 1_000, 1_500)).toBe(true);
    expect(isExpired({}, { budgetMs: 500 }, 1_000, 9_000)).toBe(false);
    expect(isExpired({ expires: true }, {}, 1_000, 9_000)).toBe(false);
  });
});
