import { DONT_CARE, openMentions } from './closed-values';
import { bareCount } from './count-phrases';
import { isCommon } from './name-phrases';
import type { Reading, SlotValues } from './reading';
import { booleanValue } from './slot-kind';

const YES =
  /^\W*(?:(?:oh|um|well|ok|okay),? )?(?:yes|yeah|yep|yup|ya|sure|ok|okay|okey|fine|great|good|that works|works|sounds|that's|that is|that would|that will|alright|all right|absolutely|definitely|of course|certainly|why not|i do|i would|i'd like|i don't mind|i do not mind|please|perfect|correct|right|no problem|not at all|it's (?:ok|okay|fine)|it is (?:ok|okay|fine)|cool|go ahead)\b/i;
const NO =
  /^\W*(?:(?:oh|um|well|ok|okay),? )?(?:no|nope|nah|not (?:really|this time|today|needed)|i don't|i do not|i'd rather not|i would rather not|never)\b/i;

/** “Do you mind …?”: a bare “no” allows it, “yes, I do” does not, and “sure” is courtesy. */
const objects = (question: string, text: string): boolean =>
  /\b(?:do|would) you mind\b/i.test(question) && /^\W*(?:no|nope|nah|not at all|yes,? i (?:do|would))\b/i.test(text);

const truthOf = (text: string): boolean | undefined => (YES.test(text) ? true : NO.test(text) ? false : undefined);

const firstOf = <T>(parts: readonly string[], read: (part: string) => T | undefined): T | undefined =>
  parts.map(read).find((value) => value !== undefined);

/** What is asked and answered without being named: “Four.”, “Yes”, “any”. */
export function answerAsked(text: string, { slots, asked, question }: Reading, values: SlotValues): void {
  const open = asked.filter(({ slot }) => !values.has(slot));
  // Two questions may be answered in one breath: “2, and no”.
  const parts = [text, ...text.slice(0, 200).split(/[.;!]|,|\band\b/i)];
  const count = open.find(({ kind }) => kind === 'count');
  const number = count && firstOf(parts, bareCount);
  if (count && number !== undefined && (!count.slot.values || count.slot.values.includes(number)))
    values.set(count.slot, number);
  const flag = open.find(({ kind }) => kind === 'boolean');
  const truth = flag && firstOf(open.length > 1 || count ? parts : [text], truthOf);
  if (flag && truth !== undefined)
    values.set(flag.slot, booleanValue(flag.slot, objects(question, text) ? !truth : truth));
  for (const slot of openMentions(
    text,
    slots,
    open.map((item) => item.slot),
  ))
    if (!values.has(slot)) values.set(slot, DONT_CARE);
}

const FILLER =
  /^(?:\W*(?:yes|no|ok|okay|sure|hi|hello|please|well|um|uh|oh|the|in|at|to|from|it's|it is|its|i want|i'd like|i would like|i need|let's|try|go with|make it|maybe|a|an|some|for|i think|how about|i'm in|i am in|i live in|look in|look|search|check|find|that's|that is|that would be|name is|it would be|it will be|probably|actually|i prefer|i'd prefer|prefer|i'm thinking|thinking)\b[ ,:]*){0,5}/i;
const TAIL =
  /(?:[ ,]+(?:please|thanks|thank you|would be (?:good|great|fine|nice|perfect)|is (?:good|fine|great)|area|sounds good|works|instead|for me|if possible))*\W*$/i;

/** A short text without what surrounds a value; undefined when it reads as a sentence. */
export function plainAnswer(text: string, most: number): string | undefined {
  const answer = text.trim().replace(FILLER, '').replace(TAIL, '').trim();
  const words = answer.split(/\s+/);
  if (
    answer === '' ||
    words.length > most ||
    /[.!?,;\uE000]/.test(answer) ||
    isCommon(words[0] ?? '') ||
    /^(?:correct|alright|cool|lovely|agreed|true|thank|done|indeed|certainly|definitely)/i.test(answer) ||
    /\b(?:i|you|we|me|my|it|is|are|don't|that|this|any|anything|anywhere|matter|what|which|how)\b/i.test(answer)
  )
    return undefined;
  return answer;
}

/** A short text that names nothing else is the value of the open slot that was asked for. */
export function bareAnswer(text: string, { asked }: Reading, known: SlotValues, values: SlotValues): void {
  if (values.size > 0) return;
  const slot = asked.find(
    ({ kind, slot: it, creates }) =>
      !creates && !known.has(it) && (kind === 'city' || kind === 'place' || kind === 'name' || kind === 'text'),
  );
  const answer = slot && plainAnswer(text, slot.kind === 'city' ? 3 : 6);
  if (slot && answer !== undefined) values.set(slot.slot, answer);
}
