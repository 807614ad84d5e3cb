import type { SessionSignal } from './confidence';
import { inferPreference, type KnownPreferences } from './infer-preference';
import { FIELD_KEY, type Signal } from './shown-preference';
import { signalsPolicySchema } from './signals-policy';

const POLICY = signalsPolicySchema.parse({});
const NOW = Date.UTC(2024, 4, 20);
const DAY_MS = 86_400_000;
const BRIEF: Signal = { key: 'reply_length', value: 'brief' };

const before = (n: number, signal: Signal = BRIEF, proposedAtMs: number | null = null) =>
  Array.from({ length: n }, (_, i): SessionSignal & { proposedAtMs: number | null } => ({
    ...{ ...signal, count: 1, lastSeenMs: NOW - DAY_MS, proposedAtMs },
    sessionId: `before-${i}`,
  }));
const infer = (known: Partial<KnownPreferences>, signal = BRIEF, sessionId = 'now') =>
  inferPreference(
    { signals: [signal], sessionId, nowMs: NOW },
    { shown: before(3), held: [], inferredKeys: [], refused: [], ...known },
    POLICY,
  );

describe('an inferred preference', () => {
  it('M15: is proposed by the session that makes it sure enough, not before', () => {
    expect([infer({ shown: before(2) }), infer({})?.profileKey]).toEqual([undefined, 'reply_length']);
  });

  it('M15: is not proposed by one session, whatever its count', () => {
    const loud = before(1).map((row) => ({ ...row, count: 1_000, sessionId: 'now' }));
    expect(infer({ shown: loud })).toBeUndefined();
  });

  it('M15: wants so many sessions, however low the threshold', () => {
    const low = signalsPolicySchema.parse({ threshold: 0.45 });
    const turn = { signals: [BRIEF], sessionId: 'now', nowMs: NOW };
    const after = (sessions: number) =>
      inferPreference(turn, { shown: before(sessions), held: [], inferredKeys: [], refused: [] }, low);
    expect([after(1), after(2)?.value]).toEqual([undefined, 'brief']);
  });

  it('M15: is not proposed against what the user has declared, in whichever words, nor when it is known', () => {
    for (const held of [
      { key: 'reply_length', value: '详细' },
      { key: 'reply_length', value: 'Brief' },
      { key: 'preference/2', value: '详细的回答' },
    ])
      expect([held, infer({ held: [held] })]).toEqual([held, undefined]);
    expect(infer({ held: [{ key: 'preference', value: '靠窗的座位' }] })).toBeDefined();
  });

  it('M15: takes the place of what was itself inferred', () => {
    const held = [{ key: 'reply_length', value: '详细' }];
    expect(infer({ held, inferredKeys: ['reply_length'] })).toMatchObject({ profileKey: 'reply_length' });
  });

  it('M15: is not asked for again while the question is young, nor after a refusal unless the policy says when', () => {
    const asked = (agoDays: number) => infer({ shown: before(5, BRIEF, NOW - agoDays * DAY_MS) });
    expect([asked(POLICY.askAgainDays - 1), asked(POLICY.askAgainDays)?.value]).toEqual([undefined, 'brief']);
    const refused = [{ key: 'reply_length', value: '简洁', atMs: NOW - 300 * DAY_MS }];
    expect(infer({ refused })).toBeUndefined();
    const later = signalsPolicySchema.parse({ askRefusedAgainDays: 300 });
    const turn = { signals: [BRIEF], sessionId: 'now', nowMs: NOW };
    const known = { shown: before(3), held: [], inferredKeys: [], refused };
    expect(inferPreference(turn, known, later)).toBeDefined();
  });

  it('M15: of a field every term has a place of its own', () => {
    const term = { key: FIELD_KEY, value: '逆变器' };
    const held = [{ key: FIELD_KEY, value: '光伏' }];
    expect(infer({ shown: before(6, term), held }, term)).toMatchObject({ profileKey: `${FIELD_KEY}/2` });
  });
});
