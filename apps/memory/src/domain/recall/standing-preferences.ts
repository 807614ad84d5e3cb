import type { MemoryItem } from '@plinth/contracts';
import { isOfEveryReply } from '../signals/shown-preference';
import type { ProfileFact } from './recall';

/** The most that a turn is told unasked. */
const MOST = 8;

/** The items with what the profile says of how the user wants to be answered, which every turn is told, whatever it asks (M15). */
export function withStandingPreferences(
  items: readonly MemoryItem[],
  profile: readonly ProfileFact[],
  score: number,
): MemoryItem[] {
  const told = new Set(items.map(({ id }) => id));
  const standing = profile
    .filter(({ id, key }) => isOfEveryReply(key) && !told.has(id))
    .slice(0, MOST)
    .map(({ id, key, value, sourceType }): MemoryItem => ({
      ...{ id, kind: 'preference', layer: 'profile', key, content: value },
      ...{ source_type: sourceType, score },
    }));
  return [...items, ...standing];
}
