import type { Heard, Mention } from './hear';
import { oncePer } from './once-per';
import type { IndexedSlot, SchemaIndex } from './schema-index';

export interface LabelMention extends Mention {
  /** All slots that are called so, of whatever service. */
  readonly slots: readonly IndexedSlot[];
}

/** Where labels of slots stand, without overlaps, longer words first. */
export function labelMentions(heard: Heard, index: SchemaIndex): LabelMention[] {
  const slotsOf = slotsByWord(index);
  const taken = new Uint8Array(heard.masked.length);
  const found: LabelMention[] = [];
  for (const [word, slots] of [...slotsOf].sort(([a], [b]) => b.length - a.length))
    for (let at = heard.masked.indexOf(word); at >= 0; at = heard.masked.indexOf(word, at + word.length)) {
      if (taken.subarray(at, at + word.length).includes(1)) continue;
      taken.fill(1, at, at + word.length);
      found.push({ start: at, end: at + word.length, slots });
    }
  return joined(found.sort((a, b) => a.start - b.start));
}

/** “人均消费价格”: labels that touch are one, and may mean the slots of each. */
function joined(mentions: readonly LabelMention[]): LabelMention[] {
  const kept: LabelMention[] = [];
  for (const mention of mentions) {
    const last = kept.at(-1);
    if (last?.end !== mention.start) kept.push(mention);
    else
      kept[kept.length - 1] = {
        start: last.start,
        end: mention.end,
        slots: [...new Set([...last.slots, ...mention.slots])],
      };
  }
  return kept;
}

/** A word means the slots that are called so; only where none is, those of the kind that is. */
const slotsByWord = oncePer(
  (index: SchemaIndex): ReadonlyMap<string, readonly IndexedSlot[]> =>
    new Map([...grouped(index.slots, ({ kindWords }) => kindWords), ...grouped(index.slots, ({ words }) => words)]),
);

function grouped(
  slots: readonly IndexedSlot[],
  wordsOf: (slot: IndexedSlot) => readonly string[],
): Map<string, readonly IndexedSlot[]> {
  const byWord = new Map<string, readonly IndexedSlot[]>();
  for (const slot of slots) for (const word of wordsOf(slot)) byWord.set(word, [...(byWord.get(word) ?? []), slot]);
  return byWord;
}
