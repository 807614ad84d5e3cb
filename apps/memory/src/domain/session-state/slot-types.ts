import type { Anchor } from '@plinth/contracts';
import { findAnchors } from '../anchors/find-anchors';
import { isCity } from '../anchors/places';
import { attributeOfSubject } from '../utterance/address-book';
import type { Slot } from './session-state';

type AnchorKind = Anchor['kind'];

/** The slots that a value of a kind may fill, the task's own first. */
const SLOTS: Partial<Record<AnchorKind, readonly Slot[]>> = {
  order_number: [{ kind: 'state', key: 'order_number' }],
  amount: [
    { kind: 'state', key: 'amount' },
    { kind: 'state', key: 'budget' },
  ],
  date: [{ kind: 'state', key: 'date' }],
  place: [
    { kind: 'state', key: 'city' },
    { kind: 'facts', key: 'location' },
  ],
  email: [{ kind: 'facts', key: 'email' }],
  phone: [{ kind: 'facts', key: 'phone' }],
};

/** The slot of the task that a thing named in passing fills; contacts only count when they are declared. */
export function slotOfMention(kind: AnchorKind): Slot | undefined {
  const slot = SLOTS[kind]?.[0];
  return slot?.kind === 'state' ? slot : undefined;
}

export const slotsOfKind = (kind: AnchorKind): readonly Slot[] => SLOTS[kind] ?? [];

export interface TypedValue {
  readonly kind: AnchorKind;
  readonly value: string;
}

/** What a value is by its form alone, normalised; undefined for free text. */
export function typedValue(value: string, said: { nowMs: number; timeZone: string }): TypedValue | undefined {
  if (isCity(value)) return { kind: 'place', value };
  const anchors = findAnchors(value, said);
  const [anchor] = anchors;
  if (anchors.length !== 1 || !anchor || anchor.text.length * 2 < value.length) return undefined;
  return { kind: anchor.kind, value: anchor.value };
}

/** Whether the values of a slot are normalised: those of the task that have a type. A budget keeps its “at most”. */
export const isTyped = (slot: Slot): boolean =>
  slot.kind === 'state' &&
  slot.key !== 'budget' &&
  Object.values(SLOTS).some((slots) => slots.some(({ kind, key }) => kind === slot.kind && key === slot.key));

/** Whether a slot may hold the value: typed slots take their own type only. */
export function admits(slot: Slot, value: string, typed: TypedValue | undefined): boolean {
  const owners = Object.entries(SLOTS).filter(([, slots]) =>
    slots.some(({ kind, key }) => kind === slot.kind && key === slot.key),
  );
  const accepts = attributeOfSubject(slot.key)?.accepts;
  if (accepts && !accepts.test(value)) return false;
  if (slot.kind === 'facts') return true;
  return owners.length === 0 || owners.some(([kind]) => kind === typed?.kind);
}
