import type { Dimension } from '../tracking/quantity';
import type { HeardText } from './dialogue';
import type { Heard } from './hear';
import { labelBefore } from './label-before';
import type { LabelMention } from './label-mentions';
import { firstFrom } from './positions';
import { oneSlot } from './one-slot';
import { findQuantities, type FoundQuantity, withUnit, writeQuantity } from './quantities';
import type { IndexedSlot, SchemaIndex, SlotKind } from './schema-index';
import { targetService } from './target-service';
import type { Reading } from './reading';

/** A length of time without a label is one of a slot only when something is done that long. */
const DOING = /(?:玩|游|逛|走|转|待|呆|住|花|用|学|租|停留|持续|耗时)[^，。,]{0,5}$/;
/** A number of things without a label is one of a slot only when it is ordered. */
const ORDERING = /(?:订购?|要|买|来|共|加|换|改|约)[^，。,]{0,4}$/;
/** Between a label and its bare range stands nothing that could be another word. */
const LINK = /^(?:大概|大约|约|要|得|是|为|在|：|:|\s){0,3}$/;
/** What a bare range beside a label measures. */
const UNSAID: Partial<Record<SlotKind, readonly [Dimension, string]>> = {
  money: ['money', '元'],
  score: ['score', '分'],
};

function measures({ kind }: IndexedSlot, { dimension }: FoundQuantity): boolean {
  if (dimension === undefined) return UNSAID[kind] !== undefined;
  return kind === dimension || (dimension === 'time' && kind === 'duration');
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
  const spokenOf = called.some(({ service }) => heard.spokenOf.has(service));
  const alike = fitting.filter(({ service, kind }) => service === target && called.some((slot) => slot.kind === kind));
  return !spokenOf && alike.length === 1 ? alike[0] : oneSlot(called, target);
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
  const before = labelBefore(heard, labels, quantity.start, floor);
  const next = labels[firstFrom(labels, quantity.end)];
  const touches = next?.start === quantity.end || (next?.start === quantity.end + 1 && masked[quantity.end] === '的');
  const after = touches ? next : undefined;
  const called = [before, after]
    .map((label) => label?.slots.filter((slot) => fitting.includes(slot)) ?? [])
    .find((slots) => slots.length > 0);
  if (quantity.dimension === undefined)
    return before !== undefined && LINK.test(between(before)) ? oneSlot(called ?? [], target) : undefined;
  if (called !== undefined) return labelledSlot(heard, called, fitting, target);
  const lead = masked.slice(Math.max(0, quantity.start - 8), quantity.start);
  if (quantity.dimension === 'time' && !DOING.test(lead)) return undefined;
  if (quantity.dimension === 'count' && !ORDERING.test(lead)) return undefined;
  return oneSlot(
    fitting.filter(
      ({ service, kind }) => kind !== 'time' && (service === target || service === '' || fitting.length === 1),
    ),
    target,
  );
}

/** Bounds and amounts: to the slot whose label stands beside, else to the only slot of the service that is measured so. */
export function readQuantities(
  { heard, labels }: HeardText,
  index: SchemaIndex,
  service: string | undefined,
): Reading[] {
  const quantities = findQuantities(heard.masked);
  return quantities.flatMap((quantity, position): Reading[] => {
    const fitting = index.slots.filter((slot) => measures(slot, quantity));
    const target = targetService(heard, quantity.start, service);
    const floor = quantities[position - 1]?.end ?? 0;
    const slot = fitting.length === 0 ? undefined : slotOf(heard, quantity, floor, fitting, labels, target);
    if (slot === undefined) return [];
    const given = UNSAID[slot.kind];
    const whole = quantity.dimension === undefined && given !== undefined ? withUnit(quantity, ...given) : quantity;
    return [{ slot, value: writeQuantity(whole), start: quantity.start, end: quantity.end }];
  });
}
