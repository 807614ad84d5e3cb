import { isPersonUnit } from './count-phrases';
import { type ReadableSlot, type SlotKind, stemOf, wordsOf } from './slot-kind';

const SENTENCE = /[^.!?]+[.!?]*/g;
const PART =
  /,? (?:and|or)(?= (?:also |then )?(?:what|which|when|where|at what|from where|how many|from which|to which|who|for how|do you|would you|the ))|,(?= (?:what|which|when|where|how|who))|(?<=\?)/i;
const ASKS =
  /\?|\b(?:what|which|when|where|who|how (?:many|long)|tell me|let me know|need to know|specify|provide|may i (?:know|have)|can i (?:know|have|get)|any (?:specific|particular|preferred|preference)|until (?:what|when)|in which|at what|for which|please (?:give|share)|where(?:abouts)?)\b/i;
/** Asks for a value instead of having one confirmed. */
const OPEN =
  /\b(?:what|which|when|where|whereabouts|who|whose|how|particular|specific|preferred|preference|tell|specify|provide|know|share|give|need (?:a|the|your))\b/i;
/** Says again what the user wants, to have it confirmed. */
const REPEATS =
  /\b(?:is (?:that|this|it|everything) (?:all )?(?:right|correct|ok|okay)|(?:correct|right)\?|you(?:'d| would)? (?:like|want|need)|confirm)\b/i;
const YES_NO =
  /^\W*(?:(?:and|also|ok|okay|sure|so|great|yes|alright)\W+)*(?:do|does|are|is|would|will|should|shall|can|could|how about|what about|care for|any|want|any chance)\b/i;

const KIND_WORDS: Readonly<Partial<Record<SlotKind, RegExp>>> = {
  date: /\b(?:when|date|dates|day|days|how long)\b/i,
  time: /\b(?:time|times|hour|when|what o'clock)\b/i,
  city: /\b(?:where|city|cities|town|area|location|place|region|headed|destination|from|to)\b/i,
  place: /\b(?:where|location|place|address|destination|headed|going)\b/i,
  count: /\bhow many\b|\bnumber of\b|\bhow large\b|\bparty size\b|\balone\b/i,
  amount: /\bhow much\b|\bbudget\b|\bprice range\b|\bamount\b/i,
};
const WHEN = /\bwhen\b/i;
const START = /\b(?:from|leav(?:e|ing)|depart(?:ing|ure)?|origin|start(?:ing)?|pick(?:ing)?[ -]?(?:it )?up|begin)\b/i;
const END =
  /\b(?:to|going|go|headed|heading|destination|arriv(?:e|ing)|return(?:ing)?|drop(?:ping)?[ -]?(?:it )?off|until|till|end|how long|travell?ing to|back)\b/i;

/** The slots that a reply asks for, in the order of its questions. */
export function askedSlots(reply: string, slots: readonly ReadableSlot[]): ReadableSlot[] {
  const asked: ReadableSlot[] = [];
  for (const [sentence] of reply.slice(0, 2000).matchAll(SENTENCE)) {
    if (!ASKS.test(sentence)) continue;
    for (const part of sentence.split(PART))
      for (const slot of askedIn(part, slots)) if (!asked.includes(slot)) asked.push(slot);
  }
  return asked;
}

function askedIn(part: string, slots: readonly ReadableSlot[]): ReadableSlot[] {
  const words = new Set(wordsOf(part).map(stemOf));
  const has = (kind: SlotKind): boolean => slots.some((slot) => slot.kind === kind);
  return slots.filter((slot) => {
    const { kind } = slot;
    const mentions = [...slot.own].some((stem) => words.has(stem));
    if (kind === 'boolean') return mentions && (YES_NO.test(part) || (part.includes('?') && !REPEATS.test(part)));
    if (slot.creates && kind === 'name')
      return (
        /\b(?:name|call|title|label)\b/i.test(part) &&
        /\?|\bwhat\b/i.test(part) &&
        !/\b(?:confirm|correct|right)\b/i.test(part)
      );
    if (kind === 'choice')
      return (
        mentions ||
        (slot.slot.values ?? []).some((value) => part.toLowerCase().includes(value.toLowerCase())) ||
        (/\b(?:type|kind|sort|category|class)\b/i.test(part) &&
          /\b(?:type|category|kind|class)\b/i.test(`${slot.slot.labels.join(' ')} ${slot.slot.description ?? ''}`))
      );
    if (kind === 'name' || kind === 'text') {
      if (
        /^\W*(?:do|would|shall|can) (?:you|i) (?:like|want|need|wish)?/i.test(part) &&
        !/\b(?:what|which)\b/i.test(part)
      )
        return (
          /\b(?:name|call|particular|specific|preference)\b/i.test(part) &&
          [...slot.stems].some((stem) => words.has(stem))
        );
      return (
        /\b(?:what(?! about)|which|who(?! is an?\b| are\b)|whose|name|called|particular|specific)\b/i.test(part) &&
        (/\bwho\b/i.test(part) ||
          (kind === 'name' &&
            /\b(?:what|which) (?:\w+ )?(?:venue|spot|one|establishment|provider|professional|person)\b/i.test(part)) ||
          /\b(?:name|call)/i.test(part) ||
          [...slot.stems].some((stem) => words.has(stem)))
      );
    }
    if (kind === 'count') {
      if (!KIND_WORDS.count?.test(part)) return false;
      const noun = /\b(?:how many|number of) ([a-z]+)/i.exec(part)?.[1]?.toLowerCase() ?? '';
      return (
        [...slot.stems].includes(stemOf(noun)) ||
        isPersonUnit(noun.replace(/s$/, '')) ||
        noun === 'of' ||
        slots.filter((other) => other.kind === 'count').length === 1
      );
    }
    if (!(KIND_WORDS[kind]?.test(part) ?? false) || !OPEN.test(part)) return false;
    if (kind === 'time' && WHEN.test(part) && !/\btime|hour\b/i.test(part) && has('date')) return false;
    if (kind === 'place' && has('city') && !mentions) return false;
    return roleFits(part, slot, slots);
  });
}

function roleFits(part: string, slot: ReadableSlot, slots: readonly ReadableSlot[]): boolean {
  const rivals = slots.filter(
    (other) => other !== slot && other.kind === slot.kind && other.role !== undefined && other.role !== slot.role,
  );
  if (rivals.length === 0 || slot.role === undefined) return true;
  const [start, end] = [START.test(part), END.test(part)];
  return start === end || (slot.role === 'start' ? start : end);
}
