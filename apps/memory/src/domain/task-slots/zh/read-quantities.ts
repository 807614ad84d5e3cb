import type { Heard } from './hear';
import type { LabelMention } from './label-mentions';
import { findQuantities, writeQuantity, type FoundQuantity } from './quantities';
import type { IndexedSlot, SchemaIndex, SlotKind } from './schema-index';
import { targetService } from './target-service';
import type { Reading } from './reading';

/** How far before a quantity its label may begin. */
const REACH = 16;
/** A length of time without a label is one of a slot only when something is done that long. */
const DOING = /(?:玩|游|逛|走|转|待|呆|住|花|用|学|租|停留|持续|耗时)[^，。,]{0,5}$/;
/** Between a label and its bare range stands nothing that could be another word. */
const LINK = /^(?:大概|大约|约|要|得|是|为|在|：|:|\s){0,3}$/;
const UNIT_DEFAULT: Partial<Record<SlotKind, string>> = { money: '元', score: '分' };

function measures({ kind }: IndexedSlot, { dimension }: FoundQuantity): boolean {
  return dimension === undefined ? kind in UNIT_DEFAULT : kind === dimension;
}

/** Of the slots that fit, the one of the service that is spoken of. */
export function oneOf(slots: readonly IndexedSlot[], service: string | undefined): IndexedSlot | undefined {
  const own = slots.filter((slot) => slot.service === service);
  if (own.length === 1) return own[0];
  return slots.length === 1 ? slots[0] : undefined;
}

/** The slot of a labelled quantity: among those called so, else the one that the service spoken of measures alike (“价格” of a show). */
function labelledSlot(
  heard: Heard,
  called: readonly IndexedSlot[],
  fitting: readonly IndexedSlot[],
  target: string | undefined,
): IndexedSlot | undefined {
  const own = called.find(({ service }) => service === target);
  if (own !== undefined) return own;
  const spokenOf = [...heard.services, ...heard.things].some((one) =>
    called.some(({ service }) => service === one.service),
  );
  const alike = fitting.filter(({ service, kind }) => service === target && called.some((slot) => slot.kind === kind));
  return !spokenOf && alike.length === 1 ? alike[0] : oneOf(called, target);
}

function slotOf(
  heard: Heard,
  quantity: FoundQuantity,
  floor: number,
  fitting: readonly IndexedSlot[],
  labels: readonly LabelMention[],
  target: string | undefined,
): IndexedSlot | undefined {
  const { masked } = heard;
  const between = (label: LabelMention): string => masked.slice(label.end, quantity.start);
  const before = labels.findLast(
    (label) => label.end <= quantity.start && label.start >= floor && !/[，。！？!?；;,]/.test(between(label)),
  );
  const after = labels.find(
    ({ start }) => start === quantity.end || (start === quantity.end + 1 && masked[start - 1] === '的'),
  );
  const called = [before, after]
    .map((label) => label?.slots.filter((slot) => fitting.includes(slot)) ?? [])
    .find((slots) => slots.length > 0);
  if (quantity.dimension === undefined)
    return before !== undefined && LINK.test(between(before)) ? oneOf(called ?? [], target) : undefined;
  if (called !== undefined) return labelledSlot(heard, called, fitting, target);
  if (quantity.dimension === 'time' && !DOING.test(masked.slice(Math.max(0, quantity.start - 8), quantity.start)))
    return undefined;
  return oneOf(
    fitting.filter(({ service }) => service === target || fitting.length === 1),
    target,
  );
}

/** Bounds and amounts: to the slot whose label stands beside, else to the only slot of the service that is measured so. */
export function readQuantities(
  heard: Heard,
  index: SchemaIndex,
  labels: readonly LabelMention[],
  service: string | undefined,
): Reading[] {
  const quantities = findQuantities(heard.masked);
  return quantities.flatMap((quantity, position): Reading[] => {
    const fitting = index.slots.filter((slot) => measures(slot, quantity));
    const target = targetService(heard, quantity.start, service);
    const floor = Math.max(quantities[position - 1]?.end ?? 0, quantity.start - REACH);
    const slot = fitting.length === 0 ? undefined : slotOf(heard, quantity, floor, fitting, labels, target);
    if (slot === undefined) return [];
    const unit = quantity.unit === '' ? (UNIT_DEFAULT[slot.kind] ?? '') : quantity.unit;
    const dimension = quantity.dimension ?? (slot.kind === 'money' ? 'money' : 'score');
    return [{ slot, value: writeQuantity({ ...quantity, unit, dimension }), start: quantity.start, end: quantity.end }];
  });
}
