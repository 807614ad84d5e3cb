import { confidenceIn, sessionsOf, type SessionSignal } from './confidence';
import { speaksOf } from './read-signals';
import { isOfMany, isValue, type Signal } from './shown-preference';
import type { SignalsPolicy } from './signals-policy';

/** What memory holds, or has asked, of the keys that a turn has shown something of. */
export interface KnownPreferences {
  /** Of these keys, and of field terms of these terms; without the turn itself. */
  readonly shown: readonly (SessionSignal & { readonly proposedAtMs: number | null })[];
  /** The profile, and what waits for the user's answer. */
  readonly held: readonly { readonly key: string; readonly value: string }[];
  /** Keys of which what the profile holds was inferred, and may be by a later inference replaced. */
  readonly inferredKeys: readonly string[];
  /** Values that the user has refused, or that he has ended. */
  readonly refused: readonly { readonly key: string; readonly value: string; readonly atMs: number }[];
}

export interface InferredPreference extends Signal {
  /** As the profile names it: of several under one key the second is `…/2`. */
  readonly profileKey: string;
  readonly confidence: number;
  /** When it was last proposed; 0 for never. Tells one question from the next. */
  readonly proposedBeforeMs: number;
}

export interface SignalTurn {
  readonly signals: readonly Signal[];
  readonly sessionId: string;
  readonly nowMs: number;
}

const DAY_MS = 86_400_000;

/**
 * The preference that the sessions together have made sure enough of to ask for or, in mode `learn`, to believe (M15): at most one a turn, the
 * surest. Never one of which the user has declared anything himself, or that he was asked for before his time.
 */
export function inferPreference(
  turn: SignalTurn,
  known: KnownPreferences,
  policy: SignalsPolicy,
): InferredPreference | undefined {
  const shown = withTurn(turn, known.shown);
  const inferred = turn.signals.flatMap((signal): InferredPreference[] => {
    const confidence = confidenceIn(signal, shown, turn.nowMs, policy);
    if (confidence < policy.threshold || sessionsOf(signal, shown) < policy.leastSessions) return [];
    const profileKey = freeKey(signal, known);
    const proposedBeforeMs = lastProposed(signal, known);
    if (profileKey === undefined || !isTime(signal, known, proposedBeforeMs, turn.nowMs, policy)) return [];
    return [{ ...signal, profileKey, confidence, proposedBeforeMs }];
  });
  return inferred.sort((a, b) => b.confidence - a.confidence || (a.value < b.value ? -1 : 1))[0];
}

/** The rows as this turn leaves them. */
function withTurn({ signals, sessionId, nowMs }: SignalTurn, shown: KnownPreferences['shown']): SessionSignal[] {
  const isNow = (row: SessionSignal, { key, value }: Signal): boolean =>
    row.sessionId === sessionId && row.key === key && row.value === value;
  const others = shown.filter((row) => !signals.some((signal) => isNow(row, signal)));
  const own = signals.map((signal) => ({
    ...signal,
    ...{ sessionId, lastSeenMs: nowMs },
    count: 1 + (shown.find((row) => isNow(row, signal))?.count ?? 0),
  }));
  return [...others, ...own];
}

/** Where the profile has room for it; undefined when it holds it, or the user has declared something else. */
function freeKey(signal: Signal, { held, inferredKeys }: KnownPreferences): string | undefined {
  const ofKey = held.filter(({ key }) => key.replace(/\/\d+$/, '') === signal.key);
  if (ofKey.some(({ value }) => isValue(signal, value))) return undefined;
  const taken = new Set(ofKey.map(({ key }) => key));
  if (isOfMany(signal.key)) {
    for (let n = 1; ; n++) {
      const key = n === 1 ? signal.key : `${signal.key}/${n}`;
      if (!taken.has(key)) return key;
    }
  }
  const declared = held.some(({ key, value }) => /^preference(?:\/\d+)?$/.test(key) && speaksOf(value, signal.key));
  return declared || (taken.size > 0 && !inferredKeys.includes(signal.key)) ? undefined : signal.key;
}

function lastProposed(signal: Signal, { shown }: KnownPreferences): number {
  const times = shown.flatMap(({ key, value, proposedAtMs }) =>
    key === signal.key && value === signal.value && proposedAtMs !== null ? [proposedAtMs] : [],
  );
  return Math.max(0, ...times);
}

function isTime(
  signal: Signal,
  { refused }: KnownPreferences,
  proposedMs: number,
  nowMs: number,
  policy: SignalsPolicy,
): boolean {
  const over = (atMs: number, afterDays: number | null): boolean =>
    afterDays !== null && nowMs - atMs >= afterDays * DAY_MS;
  if (proposedMs > 0 && !over(proposedMs, policy.askAgainDays)) return false;
  return refused
    .filter(({ key, value }) => key.replace(/\/\d+$/, '') === signal.key && isValue(signal, value))
    .every(({ atMs }) => over(atMs, policy.askRefusedAgainDays));
}
