import type { IndexedSlot } from './schema-index';

/** Of the slots that fit, the one of the service that is spoken of, else the only one; several are nobody's. */
export function oneSlot(slots: readonly IndexedSlot[], service: string | undefined): IndexedSlot | undefined {
  const own = slots.filter((slot) => slot.service === service || slot.service === '');
  if (own.length === 1) return own[0];
  return slots.length === 1 ? slots[0] : undefined;
}
