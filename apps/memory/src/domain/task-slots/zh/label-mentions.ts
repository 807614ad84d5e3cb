import type { Heard, Mention } from './hear';
import type { IndexedSlot, SchemaIndex } from './schema-index';

export interface LabelMention extends Mention {
  /** All slots that are called so, of whatever service. */
  readonly slots: readonly IndexedSlot[];
}

/** Where labels of slots stand, without overlaps, longer words first. */
export function labelMentions(heard: Heard, index: SchemaIndex): LabelMention[] {
  const slotsOf = new Map<string, IndexedSlot[]>();
  for (const slot of index.slots)
    for (const word of slot.words) slotsOf.set(word, [...(slotsOf.get(word) ?? []), slot]);
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
    else kept[kept.length - 1] = { start: last.start, end: mention.end, slots: [...last.slots, ...mention.slots] };
  }
  return kept;
}
