import type { Cue } from './name-cues';
import { isAddress, VENUE } from './name-phrases';
import type { Reading, SlotValues } from './reading';
import type { ReadableSlot, SlotKind } from './slot-kind';
import type { Span } from './spans';

/** The slot that a name belongs to by what leads it, by its own form, and by what has been asked. */
export function slotFor(
  name: Span,
  cue: Cue,
  slots: readonly ReadableSlot[],
  { asked, ofReply }: Reading,
  values: SlotValues,
): ReadableSlot | undefined {
  const role = slots.some((slot) => slot.role === cue.role) || cue.role === 'start' ? cue.role : undefined;
  const venue = VENUE.test(name.value) || isAddress(name.value);
  const fits = (slot: ReadableSlot): boolean =>
    (role === undefined || slot.role === undefined || slot.role === role) &&
    !(slot.kind === 'name' && isAddress(name.value)) &&
    !(
      slot.kind === 'city' &&
      ((ofReply && (cue.open || cue.role !== role)) || (venue && (ofReply || isAddress(name.value))))
    );
  const kinds: readonly SlotKind[] = venue ? ['place', 'name', 'city'] : cue.kinds;
  const fit = kinds
    .filter((kind) => cue.kinds.includes(kind) || venue)
    .flatMap((kind) => slots.filter((slot) => slot.kind === kind && fits(slot)));
  const askedFor = fit.find((slot) => asked.includes(slot) && !values.has(slot.slot));
  if (cue.open && askedFor) return askedFor;
  const sameKind = fit.filter(({ kind }) => kind === fit[0]?.kind);
  return (
    sameKind.find((slot) => asked.includes(slot)) ??
    sameKind.find(({ role: its, slot }) => its === role && !values.has(slot)) ??
    sameKind[0]
  );
}

/** “Kiku restaurant” is called Kiku; with a capital the noun is part of the name. */
export const withoutNoun = (name: string): string =>
  name.replace(/ (?:restaurant|hotel|bar|cafe|place|therapist|doctor|clinic)$/, '');

/** What a reply merely repeats is no offer, and no other slot's value either. */
export const isHeld = (name: string, slots: readonly ReadableSlot[], { state }: Reading): boolean =>
  slots.some(({ slot }) => state.get(slot.name)?.toLowerCase() === name.toLowerCase());

/** “not to Paris”, “instead of Paris”. */
export const deniedBefore = (text: string, start: number): boolean =>
  /(?:\binstead of|\bnot|\brather than|n't)(?: in| at| to| from)? ?$/i.test(text.slice(Math.max(0, start - 24), start));
