import type { TaskSchema, TaskSlot } from '../task-schema';
import { type DialogueMemory, NO_DIALOGUE_MEMORY, type Offer } from '../tracking/dialogue-memory';
import type { SlotChange, SlotTracking, TaskTurn } from '../tracking/task-turn';
import { activeService } from './active-service';
import { askedSlots } from './asked-slots';
import { sameTime } from './calendar-phrases';
import { readValues } from './read-values';
import { placeReferredTo } from './references';
import type { SlotValues } from './reading';
import { type ReadableSlot, readableSlots } from './slot-kind';
import { replyKind, stanceOf } from './stance';

const MOST_OFFERS = 32;
/** Characters of a text that are read; a longer one is a pasted document, whose numbers and names are none of the task. */
const MOST_READ = 4000;

/**
 * What an English turn changes in the slots of the service that it speaks of: values that the user says, in answer to a question or
 * by themselves, and values of a reply that the user takes. What a reply wants confirmed stays open until the user agrees, even when
 * something else is corrected first.
 */
export function trackEn(schema: TaskSchema, state: ReadonlyMap<string, string>, turn: TaskTurn): SlotTracking {
  const memory = turn.memory ?? NO_DIALOGUE_MEMORY;
  const text = turn.text.slice(0, MOST_READ);
  const reply = (turn.previousReply ?? '').slice(0, MOST_READ);
  const service = activeService(schema, text, reply, memory.service);
  const slots = readableSlots(schema).filter(({ slot }) => slot.service === service);
  if (slots.length === 0) return { changes: [], memory };
  const asked = askedSlots(reply, slots);
  const stance = stanceOf(text);
  const said = readValues(text, { slots, asked, question: reply, ofReply: false, state });
  const open = offersAfter(memory.offers, reply, slots, state);
  const kind = replyKind(reply);
  const pointed = new Map<TaskSlot, string>();
  for (const slot of slots) {
    if (said.has(slot.slot) || slot.role === 'start' || (slot.kind !== 'place' && slot.kind !== 'city')) continue;
    const place = state.has(slot.slot.name) ? undefined : placeReferredTo(text, reply, schema, slot, state);
    if (place !== undefined) pointed.set(slot.slot, place);
  }
  const anew = [...said].filter(([slot, value]) => !same(slot, value, state.get(slot.name)));

  const searchesAnew = anew.some(([slot]) => state.has(slot.name));

  const takes =
    kind === 'confirms'
      ? !stance.rejects && !stance.seeksOther && (stance.agrees || stance.orders)
      : open.length > 0 &&
        !(stance.seeksOther && !stance.orders) &&
        (!stance.rejects || asksForMore(reply)) &&
        (stance.orders ||
          stance.saysYes ||
          (stance.agrees && !stance.asks && !searchesAnew) ||
          (stance.leaves && asksForMore(reply)));
  const changes: SlotChange[] = [];
  if (takes)
    for (const { slot, value } of open)
      if (![...said.keys()].some(({ name }) => name === slot)) changes.push({ slot, value, because: 'accepted' });
  for (const [slot, value] of pointed) changes.push({ slot: slot.name, value, because: 'refers' });
  for (const [slot, value] of anew)
    changes.push({ slot: slot.name, value, because: stance.rejects && state.has(slot.name) ? 'corrected' : 'said' });

  const dropped =
    takes || (kind !== 'confirms' && (stance.seeksOther || searchesAnew)) || (stance.rejects && anew.length === 0);
  const kept = dropped ? [] : open.filter(({ slot }) => ![...said.keys()].some(({ name }) => name === slot));
  return { changes, memory: next(memory, kept, asked, service) };
}

function next(
  memory: DialogueMemory,
  offers: readonly Offer[],
  asked: readonly ReadableSlot[],
  service: string | undefined,
): DialogueMemory {
  const { asked: _answered, ...rest } = memory;
  return {
    ...rest,
    offers: offers.slice(-MOST_OFFERS),
    ...(asked[0] ? { asked: asked[0].slot.name } : {}),
    ...(service === undefined ? {} : { service }),
  };
}

const asksForMore = (reply: string): boolean =>
  /\b(?:anything|something|any) (?:else|more|other)\b|\bhelp (?:you )?with\b|\bassist\b/i.test(reply);

/** Earlier offers of other slots, and what this reply names that the state does not hold. */
function offersAfter(
  earlier: readonly Offer[],
  reply: string,
  slots: readonly ReadableSlot[],
  state: ReadonlyMap<string, string>,
): Offer[] {
  const kind = replyKind(reply);
  if (kind === 'done') return [];
  if (reply === '') return [...earlier];
  const isOpen = ({ slot }: ReadableSlot): boolean =>
    !state.has(slot.name) && !earlier.some((offer) => offer.slot === slot.name);
  const named = readValues(reply, { slots, asked: [], question: '', ofReply: true, state });
  for (const slot of slots) if (!offerable(slot, kind) || (kind === 'tells' && !isOpen(slot))) named.delete(slot.slot);
  const rest = earlier.filter(({ slot }) => ![...named.keys()].some(({ name }) => name === slot));
  return [...rest, ...fresh(named, reply, state)];
}

const offerable = ({ kind, creates }: ReadableSlot, reply: 'confirms' | 'offers' | 'tells'): boolean =>
  reply === 'confirms' || !(creates || kind === 'boolean' || kind === 'text');

function fresh(named: SlotValues, reply: string, state: ReadonlyMap<string, string>): Offer[] {
  return [...named].flatMap(([slot, value]) => {
    const held = state.get(slot.name);
    if (same(slot, value, held) || (held !== undefined && reply.toLowerCase().includes(held.toLowerCase()))) return [];
    return [{ slot: slot.name, value }];
  });
}

function same(_slot: TaskSlot, value: string, held: string | undefined): boolean {
  if (held === undefined) return false;
  const [a, b] = [value.toLowerCase(), held.toLowerCase()];
  return a === b || sameTime(a, b);
}
