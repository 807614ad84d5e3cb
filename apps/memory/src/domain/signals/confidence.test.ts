import fc from 'fast-check';
import { confidenceIn, type SessionSignal } from './confidence';
import { signalsPolicySchema } from './signals-policy';

const POLICY = signalsPolicySchema.parse({});
const NOW = Date.UTC(2024, 4, 20);
const DAY_MS = 86_400_000;
const BRIEF = { key: 'reply_length', value: 'brief' } as const;
const DETAILED = { key: 'reply_length', value: 'detailed' } as const;

const row = (shown: typeof BRIEF | typeof DETAILED) =>
  fc.record({
    key: fc.constant(shown.key),
    value: fc.constant(shown.value),
    sessionId: fc.string({ minLength: 1, maxLength: 3 }),
    count: fc.nat(1_000),
    lastSeenMs: fc.integer({ min: NOW - 400 * DAY_MS, max: NOW + DAY_MS }),
  });
const rows = (shown: typeof BRIEF | typeof DETAILED) =>
  fc.uniqueArray(row(shown), { maxLength: 12, selector: ({ sessionId }) => sessionId });
const sure = (shown: readonly SessionSignal[], nowMs = NOW): number => confidenceIn(BRIEF, shown, nowMs, POLICY);
const sessions = (n: number, of: typeof BRIEF | typeof DETAILED = BRIEF, count = 1, agoDays = 0): SessionSignal[] =>
  Array.from({ length: n }, (_, i) => ({
    ...{ ...of, count, lastSeenMs: NOW - agoDays * DAY_MS },
    sessionId: `${of.value}-${agoDays}-${i}`,
  }));

describe('how sure signals make', () => {
  it('M15: stays within 0 and 1, and does not depend on the order of the sessions', () => {
    fc.assert(
      fc.property(rows(BRIEF), rows(DETAILED), (own, others) => {
        const all = [...own, ...others];
        expect(sure(all)).toBeGreaterThanOrEqual(0);
        expect(sure(all)).toBeLessThanOrEqual(1);
        expect(sure(all.toReversed())).toBe(sure(all));
      }),
    );
  });

  it('M15: one signal more, in a session or in another, never makes it less sure; a contrary one never more', () => {
    fc.assert(
      fc.property(
        rows(BRIEF),
        rows(DETAILED),
        row(BRIEF),
        row(DETAILED),
        fc.nat(11),
        (own, others, more, contrary, at) => {
          const all = [...own, ...others];
          const louder = all.map((one, i) =>
            i === at && one.value === 'brief' ? { ...one, count: one.count + 1 } : one,
          );
          expect(sure(louder)).toBeGreaterThanOrEqual(sure(all) - 1e-12);
          expect(sure([...all, { ...more, sessionId: 'new' }])).toBeGreaterThanOrEqual(sure(all) - 1e-12);
          expect(sure([...all, { ...contrary, sessionId: 'new' }])).toBeLessThanOrEqual(sure(all) + 1e-12);
        },
      ),
    );
  });

  it('M15: one session alone never crosses the threshold, however chatty, under no policy that is accepted', () => {
    const share = fc.nat(100).map((percent) => percent / 100);
    fc.assert(
      fc.property(share, share, share, fc.nat(1_000_000), (weight, sessionCap, threshold, count) => {
        const read = signalsPolicySchema.safeParse({ weight, sessionCap, threshold });
        if (!read.success) return;
        expect(confidenceIn(BRIEF, sessions(1, BRIEF, count), NOW, read.data)).toBeLessThan(threshold);
      }),
    );
  });

  it('M15: four sessions with one signal each suffice, three do not', () => {
    expect([sure(sessions(3)) < POLICY.threshold, sure(sessions(4)) >= POLICY.threshold]).toEqual([true, true]);
  });

  it('M15: “详细一点” in two sessions takes back what four had made sure of', () => {
    expect(sure([...sessions(4), ...sessions(2, DETAILED)])).toBeLessThan(POLICY.threshold);
  });

  it('M15: what was shown half a life ago weighs half', () => {
    expect(sure(sessions(1, BRIEF, 1, POLICY.halfLifeDays))).toBeCloseTo(POLICY.weight / 2);
  });
});
