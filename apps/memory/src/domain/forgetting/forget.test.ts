import fc from 'fast-check';
import { afterFeedback, afterNight, isForgotten, isForReference, isRetained } from './forget';
import { forgettingPolicySchema } from './forgetting-policy';
import type { ItemLife } from './item-life';

const DAY_MS = 86_400_000;
const POLICY = forgettingPolicySchema.parse({});
const NOW = Date.UTC(2024, 4, 20, 3);
const NIGHT = '2024-05-20';

const item = (more: Partial<ItemLife> = {}): ItemLife => ({
  id: 'i',
  kind: 'episode',
  status: 'active',
  importance: 0.5,
  decayFactor: 1,
  uselessStreak: 0,
  restated: 1,
  hitDays: 0,
  stable: false,
  decayedOn: null,
  observedAtMs: NOW - 200 * DAY_MS,
  createdAtMs: NOW - 200 * DAY_MS,
  lastUsedMs: null,
  validUntilMs: null,
  retainedUntilMs: null,
  ...more,
});

const lives = fc.record({
  id: fc.constant('i'),
  kind: fc.constantFrom('fact', 'preference', 'state', 'constraint', 'episode'),
  status: fc.constantFrom('active', 'reference'),
  importance: fc.double({ min: 0, max: 1, noNaN: true }),
  decayFactor: fc.double({ min: 0, max: 1, noNaN: true }),
  uselessStreak: fc.nat(5),
  restated: fc.integer({ min: 1, max: 8 }),
  hitDays: fc.nat(60),
  stable: fc.boolean(),
  decayedOn: fc.option(fc.constantFrom('2024-05-18', '2024-05-19', NIGHT, '2024-05-21')),
  observedAtMs: fc.integer({ min: NOW - 400 * DAY_MS, max: NOW }),
  createdAtMs: fc.constant(NOW - 400 * DAY_MS),
  lastUsedMs: fc.option(fc.integer({ min: NOW - 400 * DAY_MS, max: NOW })),
  validUntilMs: fc.constant(null),
  retainedUntilMs: fc.option(fc.integer({ min: NOW - DAY_MS, max: NOW + DAY_MS })),
}) satisfies fc.Arbitrary<ItemLife>;

describe('forgetting', () => {
  it('M16: a night costs 1 %, and the same night again nothing', () => {
    const once = afterNight(item(), NIGHT, NOW, POLICY);
    expect(once).toMatchObject({ decayFactor: 0.99, decayedOn: NIGHT, status: 'active' });
    fc.assert(
      fc.property(lives, (life) => {
        const night = afterNight(life, NIGHT, NOW, POLICY);
        if (night.status !== 'archived')
          expect(afterNight({ ...night, status: night.status }, NIGHT, NOW + 1, POLICY)).toEqual(night);
      }),
    );
  });

  it('M16: no night raises a factor, and what is stable keeps its factor and its place', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const night = afterNight(life, NIGHT, NOW, POLICY);
        expect(night.decayFactor).toBeLessThanOrEqual(life.decayFactor);
        if (life.stable) {
          expect([night.decayFactor, night.status, night.stable]).toEqual([life.decayFactor, life.status, true]);
          expect(isForReference(life, NOW, POLICY)).toBe(false);
        }
      }),
    );
  });

  it('M16: below 0.3 and unused for 30 days it goes to the archive; one of the two is not enough', () => {
    const statusOf = (more: Partial<ItemLife>) => afterNight(item(more), NIGHT, NOW, POLICY).status;
    expect(statusOf({ decayFactor: 0.3 })).toBe('archived');
    expect(statusOf({ decayFactor: 0.31 })).toBe('active');
    expect(statusOf({ decayFactor: 0.1, lastUsedMs: NOW - 29 * DAY_MS })).toBe('active');
    expect(statusOf({ decayFactor: 0.1, lastUsedMs: NOW - 30 * DAY_MS })).toBe('archived');
  });

  it('M18: nothing that a rule retains is archived', () => {
    fc.assert(
      fc.property(lives, (life) => {
        if (isRetained(life, NOW)) expect(afterNight(life, NIGHT, NOW, POLICY).status).toBe(life.status);
      }),
    );
  });

  it('M16: said more than three times, or used through 30 days, it is stable', () => {
    const stable = (more: Partial<ItemLife>) => afterNight(item(more), NIGHT, NOW, POLICY).stable;
    expect([stable({ restated: 3 }), stable({ restated: 4 })]).toEqual([false, true]);
    expect([stable({ hitDays: 29 }), stable({ hitDays: 30 })]).toEqual([false, true]);
  });

  it('M16: “useful” takes back what the use has cost, and two “not useful” in a row leave nothing', () => {
    const useful = afterFeedback(item({ decayFactor: 0.95, uselessStreak: 1 }), true, POLICY);
    expect(useful).toMatchObject({ decayFactor: 1, uselessStreak: 0 });
    const once = afterFeedback(item(), false, POLICY);
    expect(once).toMatchObject({ decayFactor: 1, status: 'active' });
    expect(afterFeedback(once, false, POLICY)).toMatchObject({ decayFactor: 0, status: 'reference' });
    expect(afterFeedback(afterFeedback(once, true, POLICY), false, POLICY)).toMatchObject({ decayFactor: 1 });
  });

  it('M16: two “not useful” in a row end what was stable: the user has spoken', () => {
    const stable = item({ stable: true, restated: 9, hitDays: 99, uselessStreak: 1 });
    const life = afterFeedback(stable, false, POLICY);
    expect(afterNight(life, NIGHT, NOW, POLICY)).toMatchObject({ stable: false, status: 'archived' });
  });

  it('M16: the unimportant that was long unused is for reference; the important and the just used are not', () => {
    const reference = (more: Partial<ItemLife>) => isForReference(item(more), NOW, POLICY);
    expect(reference({ importance: 0.2 })).toBe(true);
    expect(reference({ importance: 0.5 })).toBe(false);
    expect(reference({ importance: 0.2, lastUsedMs: NOW - DAY_MS })).toBe(false);
    expect(reference({ importance: 0.2, kind: 'constraint' })).toBe(false);
  });

  it('M19: an attribute that nobody confirmed or used for 30 days is forgotten by the profile', () => {
    const fact = { id: 'f', key: 'city', value: '上海', confirmedAtMs: NOW - 30 * DAY_MS, validUntilMs: null };
    expect(isForgotten({ ...fact, lastUsedMs: null }, NOW, POLICY)).toBe(true);
    expect(isForgotten({ ...fact, lastUsedMs: NOW - DAY_MS }, NOW, POLICY)).toBe(false);
    expect(isForgotten({ ...fact, confirmedAtMs: NOW - 29 * DAY_MS, lastUsedMs: null }, NOW, POLICY)).toBe(false);
  });
});
