import { isAddress, nameAt, type Token, VENUE } from './name-phrases';
import type { Reading, SlotValues } from './reading';
import { deniedBefore, isHeld, withoutNoun } from './slot-of-name';
import type { ReadableSlot } from './slot-kind';
import { READ, type Span } from './spans';

/** “I like Sai's”, “let's do The Grill”: a name of any lead answers the question for one. */
export function nameAsked(
  tokens: readonly Token[],
  text: string,
  slots: readonly ReadableSlot[],
  { asked }: Reading,
  known: SlotValues,
  used: readonly Span[],
  values: SlotValues,
): void {
  const target = asked.find(
    (slot) =>
      slots.includes(slot) &&
      ['name', 'city', 'place', 'text'].includes(slot.kind) &&
      !known.has(slot.slot) &&
      !values.has(slot.slot),
  );
  if (!target) return;
  for (let i = 0; i < tokens.length; i++) {
    const found = nameAt(tokens, i, text);
    if (!found) continue;
    i = found.next - 1;
    if (used.some(({ start, end }) => found.start < end && start < found.end)) continue;
    if (found.weak || (/^\d/.test(found.value) && target.kind !== 'place') || deniedBefore(text, found.start)) continue;
    values.set(target.slot, target.kind === 'name' ? withoutNoun(found.value) : found.value);
    return;
  }
}

/** What a reply offers by name without a word that leads it: “Beth Kane is a family counselor”. */
export function nameWithoutCue(
  tokens: readonly Token[],
  text: string,
  used: readonly Span[],
  slots: readonly ReadableSlot[],
  reading: Reading,
  values: SlotValues,
): void {
  const name = slots.find(
    ({ kind, slot }) =>
      (kind === 'name' || (kind === 'place' && !slots.some((other) => other.kind === 'name'))) && !values.has(slot),
  );
  if (!name) return;
  for (let i = 0; i < tokens.length; i++) {
    const found = nameAt(tokens, i, text);
    if (!found) continue;
    i = found.next - 1;
    const words = found.value.split(' ');
    const plain =
      found.weak ||
      isAddress(found.value) ||
      /^\d/.test(found.value) ||
      isHeld(found.value, slots, reading) ||
      used.some(({ start, end }) => found.start < end && start < found.end);
    if (plain || (words.length < 2 && name.kind === 'place')) continue;
    if (name.kind === 'place' && !VENUE.test(found.value)) continue;
    if (tokens[i]?.text === READ) continue;
    values.set(name.slot, found.value);
    return;
  }
}
