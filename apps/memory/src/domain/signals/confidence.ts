import { isOfMany, type Signal } from './shown-preference';
import type { SignalsPolicy } from './signals-policy';

/** How often, and when last, one session has shown a preference. */
export interface SessionSignal extends Signal {
  readonly sessionId: string;
  readonly count: number;
  readonly lastSeenMs: number;
}

const DAY_MS = 86_400_000;

/**
 * How sure the sessions make of a preference, 0…1: independent witnesses, noisy-or over the sessions of what each shows by itself,
 * 1 − ∏(1 − e); e = 1 − (1 − weight)^count, at most `sessionCap`, halved every `halfLifeDays`. Contradicting values take their share:
 * c · (1 − c of the others). Monotone in signals for it, whatever the order of the sessions; one session alone stays below the threshold.
 */
export function confidenceIn(
  wanted: Signal,
  shown: readonly SessionSignal[],
  nowMs: number,
  policy: SignalsPolicy,
): number {
  const ofKey = shown.filter(({ key }) => key === wanted.key);
  const own = ofKey.filter(({ value }) => value === wanted.value);
  const others = isOfMany(wanted.key) ? [] : ofKey.filter(({ value }) => value !== wanted.value);
  return together(own, nowMs, policy) * (1 - together(others, nowMs, policy));
}

function together(shown: readonly SessionSignal[], nowMs: number, policy: SignalsPolicy): number {
  const doubts = shown.map((session) => 1 - weightOf(session, nowMs, policy));
  // In the order of their size, so that even the last digit does not depend on that of the sessions.
  return 1 - doubts.sort((a, b) => a - b).reduce((left, doubt) => left * doubt, 1);
}

function weightOf({ key, count, lastSeenMs }: SessionSignal, nowMs: number, policy: SignalsPolicy): number {
  const weight = isOfMany(key) ? policy.terms.weight : policy.weight;
  const said = Math.min(1 - (1 - weight) ** Math.max(0, count), policy.sessionCap);
  const ageDays = Math.max(0, nowMs - lastSeenMs) / DAY_MS;
  return said * 0.5 ** (ageDays / policy.halfLifeDays);
}

/** Sessions that have shown it. */
export const sessionsOf = (wanted: Signal, shown: readonly SessionSignal[]): number =>
  new Set(
    shown.filter(({ key, value }) => key === wanted.key && value === wanted.value).map(({ sessionId }) => sessionId),
  ).size;
