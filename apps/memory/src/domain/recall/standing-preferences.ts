import type { MemoryItem } from '@plinth/contracts';
import type { SessionState } from '../session-state/session-state';
import { isOfEveryReply } from '../signals/shown-preference';
import type { ProfileFact } from './recall';

/** The most that a turn is told unasked. */
const MOST = 8;

/**
 * The items with what the profile says of how the user wants to be answered, which every turn is told, whatever it asks (M15), but for what
 * the session has otherwise by now (M14).
 */
export function withStandingPreferences(
  items: readonly MemoryItem[],
  profile: readonly ProfileFact[],
  { facts }: SessionState,
  score: number,
): MemoryItem[] {
  const known = profile.filter(({ key }) => isOfEveryReply(key));
  const overtaken = new Set(
    known
      .filter(({ key, value, newerThanSession }) => newerThanSession !== true && (facts.get(key) ?? value) !== value)
      .map(({ id }) => id),
  );
  const told = new Set(items.map(({ id }) => id));
  const standing = known
    .filter(({ id }) => !told.has(id) && !overtaken.has(id))
    .slice(0, MOST)
    .map(({ id, key, value, sourceType }): MemoryItem => ({
      ...{ id, kind: 'preference', layer: 'profile', key, content: value },
      ...{ source_type: sourceType, score },
    }));
  return [...items.filter(({ id }) => !overtaken.has(id)), ...standing];
}
