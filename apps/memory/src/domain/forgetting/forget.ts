import type { ForgettingPolicy } from './forgetting-policy';
import type { ForgottenItem, ItemLife } from './item-life';

const DAY_MS = 86_400_000;

/**
 * One night (M16): the factor falls, what has proved itself becomes stable instead, what has faded and is unused goes to the archive.
 * The same night again changes nothing. `night`: YYYY-MM-DD.
 */
export function afterNight(item: ItemLife, night: string, nowMs: number, policy: ForgettingPolicy): ForgottenItem {
  if (item.decayedOn !== null && item.decayedOn >= night) return item;
  const stable = item.stable || hasProvedItself(item, policy);
  const spared = stable || policy.lasting.includes(item.kind);
  const decayFactor = spared ? item.decayFactor : item.decayFactor * policy.perNight;
  const { below, unusedDays } = policy.archive;
  const faded = !spared && decayFactor < below && unusedFor(item, nowMs) >= unusedDays && !isRetained(item, nowMs);
  return { ...item, stable, decayFactor, decayedOn: night, status: faded ? 'archived' : item.status };
}

/** Unimportant and long unused: found when asked for, never shown unasked. */
export function isForReference(item: ItemLife, nowMs: number, policy: ForgettingPolicy): boolean {
  const { importanceBelow, unusedDays } = policy.reference;
  return (
    item.status === 'active' &&
    !item.stable &&
    !hasProvedItself(item, policy) &&
    !policy.lasting.includes(item.kind) &&
    item.importance < importanceBelow &&
    unusedFor(item, nowMs) >= unusedDays
  );
}

/** “Useful” takes back what the use has cost; the last of several “not useful” in a row leaves nothing, however stable it was. */
export function afterFeedback(item: ItemLife, useful: boolean, policy: ForgettingPolicy): ItemLife {
  if (useful) {
    const before = policy.perUse === 0 ? 1 : item.decayFactor / policy.perUse;
    return { ...item, uselessStreak: 0, decayFactor: item.stable ? item.decayFactor : Math.min(1, before) };
  }
  const uselessStreak = item.uselessStreak + 1;
  return uselessStreak < policy.uselessInARow
    ? { ...item, uselessStreak }
    : { ...item, uselessStreak, decayFactor: 0, stable: false, restated: 1, hitDays: 0, status: 'reference' };
}

/** Its own time is over. */
export const hasExpired = ({ validUntilMs }: Pick<ItemLife, 'validUntilMs'>, nowMs: number): boolean =>
  validUntilMs !== null && validUntilMs <= nowMs;

export const isRetained = ({ retainedUntilMs }: Pick<ItemLife, 'retainedUntilMs'>, nowMs: number): boolean =>
  retainedUntilMs !== null && retainedUntilMs > nowMs;

/** An attribute of the profile; `confirmedAtMs`: when the user said or confirmed it last. */
export interface FactLife {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly confirmedAtMs: number;
  readonly lastUsedMs: number | null;
  readonly validUntilMs: number | null;
}

export const isForgotten = (fact: FactLife, nowMs: number, { demoteAfterDays }: ForgettingPolicy): boolean =>
  nowMs - Math.max(fact.confirmedAtMs, fact.lastUsedMs ?? 0) >= demoteAfterDays * DAY_MS;

function hasProvedItself({ restated, hitDays }: ItemLife, { stable }: ForgettingPolicy): boolean {
  return restated > stable.saidOver || hitDays >= stable.usedDays;
}

/** Days since it was last used, or said. */
const unusedFor = (item: ItemLife, nowMs: number): number =>
  (nowMs - Math.max(item.lastUsedMs ?? 0, item.observedAtMs)) / DAY_MS;
