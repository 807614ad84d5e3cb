import { covers, widen } from '../tracking/quantity';
import type { SlotChange } from '../tracking/task-turn';
import type { Dialogue } from './dialogue';
import { quantityOf, writeQuantity } from './quantities';
import { readAnchored } from './read-anchored';
import { readClosed } from './read-closed';
import { readQuantities } from './read-quantities';
import { readTypes } from './read-types';
import { isAllowed, type Reading } from './reading';
import type { SlotKind } from './schema-index';
import { accepts, rejectsOffer, takesThis, wantsConsent } from './stance';

/** “明天下午满了”, “黑色缺货” */
const UNAVAILABLE = /^[^，。；！？]{0,8}(?:满|没有|没了|缺货|卖完|售罄|不行|约不上|停产)/;
const NEARBY = 24;
/** Kinds whose values are offered by themselves; scores and prices are told of a thing. */
const STANDS_ALONE: ReadonlySet<SlotKind> = new Set<SlotKind>(['time', 'count', 'type', 'text', 'content', 'code']);
const DENIED = /(?:没有|没找到|没查到|不是|并非|找不到|无(?=.{0,2}$))[^，。；！？]*$/;

/** Values that the reply names; what it says there is none of is no offer. */
function offersOf({ reply, index, service, clock }: Dialogue): Reading[] {
  const { masked } = reply.heard;
  return [
    ...readQuantities(reply, index, service),
    ...readTypes(reply, index, service),
    ...readClosed(reply, index, service),
    ...readAnchored(reply, index, service, clock),
  ]
    .filter(isAllowed)
    .filter(({ start, end }) => {
      const isDenied = DENIED.test(masked.slice(Math.max(0, start - NEARBY), start));
      return !isDenied && !UNAVAILABLE.test(masked.slice(end, end + NEARBY));
    });
}

/** A wish that gives way to an offer, or undefined where the offer meets it. */
function relaxedTo(wish: string, { slot, value }: Reading): string | undefined {
  const wanted = quantityOf(wish);
  const given = quantityOf(value);
  if (wanted !== undefined && given !== undefined)
    return covers(wanted, given) ? undefined : writeQuantity(widen(wanted, given));
  return slot.kind === 'type' ? value : undefined;
}

/** A list without what the reply says is missing (“但是没有棋牌室”). */
function withoutMissing(list: string, reply: string): string {
  return list
    .split(' ')
    .filter((item) => !['没有', '不提供', '无'].some((word) => reply.includes(word + item)))
    .join(' ');
}

/**
 * What a user takes who goes on with the reply: a bound that the offer does not meet becomes as wide as the offer needs, another kind
 * gives way to the offered one, and what is missing leaves its list. Where the reply names no thing and wants consent to a value
 * itself, consent fills the slot. Who turns away takes nothing.
 */
export function acceptedChanges(dialogue: Dialogue): SlotChange[] {
  const { state, index, user, reply, offered } = dialogue;
  const said = user.heard.text;
  if (reply.heard.text === '' || rejectsOffer(said)) return [];
  const consents = offered.length === 0 && wantsConsent(reply.heard.text) && (accepts(said) || takesThis(said));
  const changes = new Map<string, SlotChange>();
  for (const offer of offersOf(dialogue)) {
    const slot = offer.slot.slot.name;
    const wish = state.get(slot);
    const relaxed = wish === undefined ? undefined : relaxedTo(wish, offer);
    const value = relaxed ?? (consents && STANDS_ALONE.has(offer.slot.kind) ? offer.value : undefined);
    if (value !== undefined && value !== wish && !changes.has(slot))
      changes.set(slot, { slot, value, because: 'accepted' });
  }
  for (const { slot, kind } of index.slots) {
    const wish = kind === 'content' ? state.get(slot.name) : undefined;
    const left = wish === undefined ? undefined : withoutMissing(wish, reply.heard.text);
    if (left !== undefined && left !== wish && left !== '')
      changes.set(slot.name, { slot: slot.name, value: left, because: 'accepted' });
  }
  return [...changes.values()];
}
