import { covers, widen } from '../tracking/quantity';
import type { SlotChange } from '../tracking/task-turn';
import type { Heard } from './hear';
import { quantityOf, writeQuantity } from './quantities';
import type { Reading } from './reading';

/** The user turns away from what was offered. */
const REJECTS =
  /不(?:行|要|喜欢|想要?|合适|满意|考虑|太好|去了)|换[一个家]|^(?:嗯|哦|那)?[，,]?算了|太[贵远低差少]|别的吧|重新|再找|另外?找/;
/** “贵就贵点吧”, “远点也行”. */
const PUTS_UP_WITH = /就.{0,3}吧|也行|也可以|也好|没关系|没事|无所谓|凑合/;
const DENIED = /(?:没有|没找到|没查到|不是|并非|找不到|无)[^，。；！？]*$/;

export function rejectsOffer(text: string): boolean {
  const opening = text.slice(0, 24);
  return REJECTS.test(opening) && !PUTS_UP_WITH.test(opening);
}

/** What the reply offers; what it says there is none of is no offer. */
export function offered(readings: readonly Reading[], reply: Heard): Reading[] {
  return readings.filter(({ start }) => !DENIED.test(reply.masked.slice(Math.max(0, start - 24), start)));
}

function withoutMissing(value: string, reply: string): string {
  const items = value.split(' ');
  const kept = items.filter(
    (item) => !new RegExp(`(?:没有|不提供|无)${item.replace(/[^\p{L}\p{N}]/gu, '.')}`, 'u').test(reply),
  );
  return kept.join(' ');
}

/**
 * How the wishes of a user change who goes on with an offer that does not meet them: a bound becomes as wide as the offer needs,
 * another value gives way to the offered one, and what the reply says is missing leaves its list.
 */
export function relaxed(
  offers: readonly Reading[],
  reply: Heard,
  state: ReadonlyMap<string, string>,
  contentSlots: readonly string[],
): SlotChange[] {
  const changes = new Map<string, SlotChange>();
  for (const { slot, value } of offers) {
    const name = slot.slot.name;
    const wish = state.get(name);
    if (wish === undefined || changes.has(name) || wish === value) continue;
    const wanted = quantityOf(wish);
    const given = quantityOf(value);
    if (wanted !== undefined && given !== undefined) {
      if (covers(wanted, given)) continue;
      changes.set(name, { slot: name, value: writeQuantity(widen(wanted, given)), because: 'accepted' });
    } else if (slot.kind === 'type') changes.set(name, { slot: name, value, because: 'accepted' });
  }
  for (const name of contentSlots) {
    const wish = state.get(name);
    const left = wish === undefined ? undefined : withoutMissing(wish, reply.text);
    if (left !== undefined && left !== wish && left !== '')
      changes.set(name, { slot: name, value: left, because: 'accepted' });
  }
  return [...changes.values()];
}
