import type { HeardText } from './dialogue';
import { labelBefore } from './label-before';
import { oneSlot } from './one-slot';
import type { Reading } from './reading';
import type { IndexedSlot, SchemaIndex } from './schema-index';
import { targetService } from './target-service';

/** Values of closed sets, as the schema writes them, wherever they are said; longer ones before their parts. */
export function readClosed({ heard, labels }: HeardText, index: SchemaIndex, service: string | undefined): Reading[] {
  const slotsOf = new Map<string, IndexedSlot[]>();
  for (const slot of index.slots)
    for (const value of slot.slot.values ?? [])
      if (value !== '') slotsOf.set(value, [...(slotsOf.get(value) ?? []), slot]);
  const text = heard.masked.toLowerCase();
  const taken = new Uint8Array(text.length);
  const found: Reading[] = [];
  for (const [value, slots] of [...slotsOf].sort(([a], [b]) => b.length - a.length)) {
    const wanted = value.toLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const end = at + wanted.length;
      if (taken.subarray(at, end).includes(1)) continue;
      taken.fill(1, at, end);
      const called = labelBefore(heard, labels, at)?.slots.filter((slot) => slots.includes(slot)) ?? [];
      const slot = oneSlot(called.length > 0 ? called : slots, targetService(heard, at, service));
      if (slot !== undefined) found.push({ slot, value, start: at, end });
    }
  }
  return found.sort((a, b) => b.start - a.start);
}
