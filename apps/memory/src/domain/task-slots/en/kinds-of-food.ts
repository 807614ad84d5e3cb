import type { TaskSlot } from '../task-schema';
import { isCommon } from './name-phrases';
import type { Reading } from './reading';
import { type ReadableSlot, stemOf } from './slot-kind';

const KIND_OF_THING =
  /\b(?:an?|some|serv(?:es?|ing)|like|love|want|eat|eating|find|for|any good|good|of|have|having|try|offering|looking for|nice|with|craving) (?<value>[a-z][a-z'-]{2,20}(?: [a-z][a-z'-]{2,20})?) (?:food|cuisine|dishes|restaurants?|places?)\b/gi;
const NO_TEXT =
  /^(?:some|good|any|the|that|this|a|an|nice|other|another|different|what|which|more|for|find|me|of|to|in|eat|great|new|local|cheap|expensive|moderate|pricey|best|tasty|delicious|serve|serves|serving|like|want|have|having|nearby|my|your|their|fancy|affordable|specific|particular|type|kind|at|taste|need)$/i;

/** “some Mexican food”, “an Italian place”: an open word before the noun that it qualifies. */
export function kindsOfFood(text: string, slots: readonly ReadableSlot[], { ofReply }: Reading): [TaskSlot, string][] {
  const slot = slots.find(
    ({ kind, stems }) =>
      kind === 'text' && ['food', 'cuisin', 'category', 'meal', 'dish'].some((word) => stems.has(stemOf(word))),
  );
  if (!slot || ofReply) return [];
  return [...text.matchAll(KIND_OF_THING)].flatMap((match): [TaskSlot, string][] => {
    if (/ \p{Lu}\p{Ll}+$/u.test(match[0])) return [];
    const words = (match.groups?.['value'] ?? '').split(' ').filter((word) => !NO_TEXT.test(word) && !isCommon(word));
    const value = words.join(' ');
    return value === '' ? [] : [[slot.slot, value]];
  });
}
