import type { TaskSlot } from '../task-schema';
import { type ReadableSlot, readableSlots, stemOf, wordsOf } from './slot-kind';
import type { TaskSchema } from '../task-schema';

const MOVES =
  /\b(?:cab|taxi|ride|go|going|get|take|bus|flight|fly|train|drive|head|heading|travel|trip|deliver|send|ship|route|way|weather)\b/i;
const POINTS =
  /\b(?:there|(?:to|at|in|for) (?:the|that|this|the same) (?:same )?(?<noun>[a-z]{3,20}))\b(?! (?:is|are|was|were|will|would|'ll)\b)/i;
const ADDRESS =
  /\b(?:address (?:is|of [^.?!]{1,60}? is)|located (?:at|on)|find (?:it|them|him|her) at|is at)[: ]+(?<value>\d[^.?!;]{2,80}?)(?=[.?!;]|,? and (?:the|their|its|you|phone)\b|$)/i;

/**
 * Where “there” and “to that restaurant” point: the address that the reply has just told, else what the other services' slots hold
 * of the noun's kind, the latest first. Undefined when the text points nowhere.
 */
export function placeReferredTo(
  text: string,
  reply: string,
  schema: TaskSchema,
  target: ReadableSlot,
  state: ReadonlyMap<string, string>,
): string | undefined {
  const pointer = POINTS.exec(text);
  if (
    !pointer ||
    !MOVES.test(text) ||
    /^\W*(?:is|are|will|was) there\b/i.test(text) ||
    /\bthere(?: is| are|'s|'ll|’s)\b/i.test(text)
  )
    return undefined;
  const noun = pointer.groups?.['noun'];
  const held = [...state].reverse();
  const slots = readableSlots(schema);
  const others = held.flatMap(([name, value]) => {
    const found = slots.find(({ slot }) => slot.name === name && slot.service !== target.slot.service);
    return found && (noun === undefined || namesKind(found.slot, noun)) ? [{ kind: found.kind, value }] : [];
  });
  if (target.kind === 'city') return others.find(({ kind }) => kind === 'city')?.value;
  if (others.length === 0 && noun !== undefined) return undefined;
  const address = ADDRESS.exec(reply)?.groups?.['value'];
  return (
    address ??
    (
      others.find(({ kind }) => kind === 'place') ??
      others.find(({ kind }) => kind === 'name') ??
      others.find(({ kind }) => kind === 'city')
    )?.value
  );
}

const namesKind = ({ service, labels, description }: TaskSlot, noun: string): boolean =>
  /^(?:place|address|location|city|town|spot)$/.test(noun) ||
  wordsOf(`${(service ?? '').replace(/[_\d]+/g, ' ')} ${labels.join(' ')} ${description ?? ''}`).some(
    (word) => stemOf(word) === stemOf(noun.toLowerCase()),
  );
