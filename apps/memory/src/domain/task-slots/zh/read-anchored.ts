import type { Anchor } from '@plinth/contracts';
import { findAnchors } from '../../anchors/find-anchors';
import type { HeardText } from './dialogue';
import { labelBefore } from './label-before';
import { oneSlot } from './one-slot';
import type { Reading } from './reading';
import type { SchemaIndex, SlotKind } from './schema-index';
import { targetService } from './target-service';

/** Kinds of slots whose values are anchors, found by the rules of the room of anchors. */
const ANCHORED: Partial<Record<SlotKind, Anchor['kind']>> = {
  time: 'date',
  phone: 'phone',
  address: 'address',
  code: 'order_number',
};

/** Points in time (ISO 8601, in the user's time zone), telephone numbers, addresses and numbers of orders, devices, accounts. */
export function readAnchored(
  { heard, labels }: HeardText,
  index: SchemaIndex,
  service: string | undefined,
  said: { readonly nowMs: number; readonly timeZone: string },
): Reading[] {
  const slots = index.slots.filter(({ kind }) => ANCHORED[kind] !== undefined);
  if (slots.length === 0) return [];
  return findAnchors(heard.text, said).flatMap((anchor): Reading[] => {
    const fitting = slots.filter(({ kind }) => ANCHORED[kind] === anchor.kind);
    const called = labelBefore(heard, labels, anchor.start)?.slots.filter((slot) => fitting.includes(slot)) ?? [];
    const slot = oneSlot(called.length > 0 ? called : fitting, targetService(heard, anchor.start, service));
    return slot === undefined ? [] : [{ slot, value: anchor.value, start: anchor.start, end: anchor.end }];
  });
}
