import fc from 'fast-check';
import { burstOf, fullBucket, takeToken } from './token-bucket';

describe('a token bucket', () => {
  it('S6: gives a second at once, then as the rate allows, and says when to come back', () => {
    let bucket = fullBucket(2, 0);
    const waits = [0, 0, 0, 499, 500].map((nowMs) => {
      const taken = takeToken(bucket, 2, nowMs);
      bucket = taken.bucket;
      return taken.retryAfterMs;
    });
    expect(waits).toEqual([undefined, undefined, 500, 1, undefined]);
  });

  it('S6: serves a rate below one a second', () => {
    const first = takeToken(fullBucket(0.1, 0), 0.1, 0);
    expect(first.retryAfterMs).toBeUndefined();
    expect(takeToken(first.bucket, 0.1, 1_000).retryAfterMs).toBe(9_000);
  });

  it('S6: never gives more than the burst and what the time brings, also for a clock that goes back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 1_000, noNaN: true }),
        fc.array(fc.integer({ min: -200, max: 500 }), { maxLength: 300, size: 'max' }),
        (rate, steps) => {
          let bucket = fullBucket(rate, 0);
          let [nowMs, latestMs, given] = [0, 0, 0];
          for (const step of steps) {
            nowMs += step;
            latestMs = Math.max(latestMs, nowMs);
            const taken = takeToken(bucket, rate, nowMs);
            bucket = taken.bucket;
            if (taken.retryAfterMs === undefined) given += 1;
            else expect(taken.retryAfterMs).toBeGreaterThan(0);
            expect(given).toBeLessThanOrEqual(burstOf(rate) + (latestMs * rate) / 1_000 + 1e-6);
          }
        },
      ),
    );
  });
});
