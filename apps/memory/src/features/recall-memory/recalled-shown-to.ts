import { fieldFor, keyedFor, masked } from '../../domain/items/masks';
import type { MasksPolicy } from '../../domain/items/masks-policy';
import type { Recalled } from '../../domain/recall/recall';

/** What was recalled of a user as he himself, or anybody else, may read it (M21). */
export function recalledShownTo(reader: 'owner' | 'other', recalled: Recalled, policy: MasksPolicy): Recalled {
  const { items, held, ranked, answer, ambiguous, ...rest } = recalled;
  const shown = <T extends (typeof items)[number]>(item: T): T => ({
    ...item,
    content: keyedFor(reader, { key: item.key, text: item.content, sourceType: item.source_type }, policy),
  });
  return {
    ...rest,
    items: items.map(shown),
    ...(held ? { held: held.map(shown) } : {}),
    ranked: ranked.map(({ candidate, ...found }) => ({
      ...found,
      candidate: { ...candidate, content: keyedFor(reader, { ...candidate, text: candidate.content }, policy) },
    })),
    ...(answer
      ? {
          answer:
            answer.value === undefined
              ? answer
              : { ...answer, value: fieldFor(reader, answer.key, answer.value, policy) },
        }
      : {}),
    ...(ambiguous
      ? {
          ambiguous:
            reader === 'owner' ? ambiguous : ambiguous.map((one) => ({ ...one, name: masked(one.name, 'name') })),
        }
      : {}),
  };
}
