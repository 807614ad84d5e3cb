import type { HeardText } from './dialogue';
import type { SchemaIndex } from './schema-index';
import { oneSlot } from './one-slot';
import { targetService } from './target-service';
import type { Reading } from './reading';

/** “经济型”, “小型”: a word of two characters, or one of size, before 型. */
const TYPE = /(?:(?<=^|[^\p{Script=Han}]|[的个家是为台])[大小中轻重微]|[\p{Script=Han}]{2})型(?!号)/gu;
const ASKS = /[类哪机车血发造典什么种]型$/;

/** Kinds that end in 型, for the slot of the service that tells the kind of its things. */
export function readTypes({ heard }: HeardText, index: SchemaIndex, service: string | undefined): Reading[] {
  const slots = index.slots.filter(({ kind }) => kind === 'type');
  if (slots.length === 0) return [];
  return [...heard.masked.matchAll(TYPE)].flatMap((match): Reading[] => {
    if (ASKS.test(match[0])) return [];
    const slot = oneSlot(slots, targetService(heard, match.index, service));
    if (slot === undefined || slot.slot.values !== undefined) return [];
    return [{ slot, value: match[0], start: match.index, end: match.index + match[0].length }];
  });
}
