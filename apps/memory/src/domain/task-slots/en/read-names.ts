import { isAddress, isCommon, nameAt, type Token, tokensOf, VENUE } from './name-phrases';
import type { Reading, SlotValues } from './reading';
import { bareAnswer } from './asked-answers';
import { createdName } from './created-names';
import { kindsOfFood } from './kinds-of-food';
import { type ReadableSlot, type SlotKind, type SlotRole, stemOf } from './slot-kind';
import { maskSpans, READ, type Span } from './spans';

interface Cue {
  readonly role?: SlotRole;
  /** Kinds that the cue leads, the likeliest first. */
  readonly kinds: readonly SlotKind[];
  /** Several slots may be meant, so that a question about one of them decides. */
  readonly open?: boolean;
}

/** Words that lead a place or a name. */
const CUES: Readonly<Record<string, Cue>> = {
  in: { kinds: ['city', 'place'] },
  near: { kinds: ['city', 'place'] },
  around: { kinds: ['city', 'place'] },
  from: { role: 'start', kinds: ['city', 'place'] },
  leaving: { role: 'start', kinds: ['city', 'place'] },
  departing: { role: 'start', kinds: ['city', 'place'] },
  leave: { role: 'start', kinds: ['city', 'place'] },
  depart: { role: 'start', kinds: ['city', 'place'] },
  to: { role: 'end', kinds: ['city', 'place', 'name'] },
  towards: { role: 'end', kinds: ['city', 'place'] },
  toward: { role: 'end', kinds: ['city', 'place'] },
  into: { role: 'end', kinds: ['city', 'place'] },
  visit: { role: 'end', kinds: ['city', 'place', 'name'] },
  visiting: { role: 'end', kinds: ['city', 'place', 'name'] },
  reach: { role: 'end', kinds: ['city', 'place'] },
  destination: { role: 'end', kinds: ['city', 'place'] },
  at: { kinds: ['name', 'place', 'city'], open: true },
  with: { kinds: ['name'] },
  try: { kinds: ['name', 'city', 'place'], open: true },
  about: { kinds: ['name', 'city', 'place'], open: true },
  for: { kinds: ['city', 'name', 'place'], open: true },
  of: { kinds: ['city'], open: true },
  is: { kinds: ['name', 'city', 'place'], open: true },
  book: { kinds: ['name'], open: true },
  see: { kinds: ['name'], open: true },
  called: { kinds: ['name'] },
  named: { kinds: ['name'] },
};
const PLACE_NOUN = /^(?:city|town|location|place|area|address|destination|origin|pickup|dropoff)$/;
const MOVES =
  /^(?:go|going|goes|head|headed|heading|travel|travell?ing|get|getting|fly|flying|flight|flights|bus|buses|ticket|tickets|come|coming|arrive|arriving|ride|trip|way|over|back|drive|cab|taxi|train|me|us|it|change|switch)$/i;
const SKIPPED = new Set([
  'the',
  'out',
  'up',
  'city',
  'of',
  'a',
  'place',
  'town',
  'downtown',
  'somewhere',
  'restaurant',
  'hotel',
  'therapist',
  'doctor',
  'maybe',
  'like',
  'be',
  'say',
  'just',
  'either',
  ':',
  'address',
  'will',
  'would',
]);
/** Places and names of a text in which dates, times and counts have been blotted out. */
export function readNames(masked: string, choices: readonly Span[], reading: Reading, known: SlotValues): SlotValues {
  const values: SlotValues = new Map();
  const slots = reading.slots.filter(
    ({ kind }) => kind === 'city' || kind === 'place' || kind === 'name' || kind === 'text',
  );
  if (slots.length === 0) return values;
  for (const { slot } of slots.filter(({ creates, kind }) => creates && kind === 'name')) {
    const name = createdName(masked, slot, reading);
    if (name !== undefined) values.set(slot, name);
  }
  const fillable = slots.filter(({ creates }) => !creates);
  if (fillable.length === 0) return values;
  const text = maskSpans(masked, choices);
  const tokens = tokensOf(text);
  const used: Span[] = [];
  let lead: { cue: Cue; word: string; at: number } | undefined;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) break;
    const word = token.text.toLowerCase();
    const cue = Object.hasOwn(CUES, word) ? CUES[word] : undefined;
    if (cue && !isNameBy(tokens, i)) {
      lead = { cue: roleOfVerb(tokens, i) ?? cue, word, at: i };
      continue;
    }
    if (!lead) continue;
    if (i > lead.at + 1 && !SKIPPED.has((tokens[i - 1]?.text ?? '').toLowerCase())) {
      lead = undefined;
      continue;
    }
    if (SKIPPED.has(word) && !/^\p{Lu}/u.test(token.text)) continue;
    const name = nameAt(tokens, i, text);
    if (
      name &&
      accepts(name, lead, tokens, reading) &&
      !(name.weak && (lead.at !== i - 1 || !isClosed(name, tokens)))
    ) {
      const target = slotFor(name, lead.cue, fillable, reading, values);
      const known = reading.ofReply && isHeld(name.value, fillable, reading);
      if (target && !known && !deniedBefore(text, name.start)) {
        values.set(target.slot, target.kind === 'name' ? withoutNoun(name.value) : name.value);
      }
      used.push(name);
      i = name.next - 1;
    }
    lead = undefined;
  }
  for (const [slot, value] of kindsOfFood(text, fillable, reading)) values.set(slot, value);
  if (reading.ofReply) nameWithoutCue(tokens, text, used, fillable, reading, values);
  else if (values.size === 0) nameAsked(tokens, text, fillable, reading, known, values);
  if (!reading.ofReply) bareAnswer(text, reading, known, values);
  return values;
}

/** “pick up … from X” says where a thing starts, “leaving X” too; “in/at X” takes the role of the verb before it. */
function roleOfVerb(tokens: readonly Token[], at: number): Cue | undefined {
  const word = tokens[at]?.text.toLowerCase();
  if (word !== 'in' && word !== 'at' && word !== 'is') return undefined;
  const before = tokens
    .slice(Math.max(0, at - 4), at)
    .map(({ text }) => text.toLowerCase())
    .join(' ');
  if (/\b(?:arriv\w*|end\w*|drop\w*|destination)\b/.test(before)) return { role: 'end', kinds: ['city', 'place'] };
  if (/\b(?:start\w*|origin|departure|leav\w*)\b/.test(before)) return { role: 'start', kinds: ['city', 'place'] };
  return undefined;
}

/** “Kiku restaurant” is called Kiku; with a capital the noun is part of the name. */
const withoutNoun = (name: string): string =>
  name.replace(/ (?:restaurant|hotel|bar|cafe|place|therapist|doctor|clinic)$/, '');

/** What a reply merely repeats is no offer, and no other slot's value either. */
const isHeld = (name: string, slots: readonly ReadableSlot[], { state }: Reading): boolean =>
  slots.some(({ slot }) => state.get(slot.name)?.toLowerCase() === name.toLowerCase());

/** “I like Sai's”, “let's do The Grill”: a name of any lead answers the question for one. */
function nameAsked(
  tokens: readonly Token[],
  text: string,
  slots: readonly ReadableSlot[],
  { asked }: Reading,
  known: SlotValues,
  values: SlotValues,
): void {
  const target = asked.find(
    (slot) =>
      slots.includes(slot) &&
      (slot.kind === 'name' || slot.kind === 'city' || slot.kind === 'place') &&
      !known.has(slot.slot),
  );
  if (!target) return;
  for (let i = 0; i < tokens.length; i++) {
    const found = nameAt(tokens, i, text);
    if (!found) continue;
    i = found.next - 1;
    if (found.weak || (/^\d/.test(found.value) && target.kind !== 'place') || deniedBefore(text, found.start)) continue;
    values.set(target.slot, target.kind === 'name' ? withoutNoun(found.value) : found.value);
    return;
  }
}

/** A name in small letters must end where the clause or the next small word of the language does. */
const isClosed = (name: Span & { next: number }, tokens: readonly Token[]): boolean => {
  const next = tokens[name.next];
  return (
    !/ing\b/.test(name.value) &&
    (next === undefined ||
      !next.joined ||
      !/^\p{L}/u.test(next.text) ||
      isCommon(next.text) ||
      Object.hasOwn(CUES, next.text.toLowerCase()))
  );
};

/** A cue with a capital in mid-sentence belongs to a name. */
const isNameBy = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at];
  return (
    token !== undefined && !token.opens && /^\p{Lu}/u.test(token.text) && /^\p{Lu}/u.test(tokens[at - 1]?.text ?? '')
  );
};

function accepts(
  name: Span & { weak: boolean },
  lead: { cue: Cue; word: string; at: number },
  tokens: readonly Token[],
  reading: Reading,
): boolean {
  if (lead.word === 'is' && !name.weak) {
    const before = tokens.slice(Math.max(0, lead.at - 3), lead.at).map(({ text }) => text.toLowerCase());
    if (
      lead.cue.role === undefined &&
      !before.some(
        (word) =>
          PLACE_NOUN.test(word) || reading.slots.some(({ kind, stems }) => kind === 'name' && stems.has(stemOf(word))),
      )
    )
      return false;
  }
  if (lead.word === 'about' || lead.word === 'of' || lead.word === 'is') return !name.weak;
  if (!name.weak) return true;
  if (reading.ofReply) return false;
  if (lead.word === 'to') return MOVES.test(tokens[lead.at - 1]?.text ?? '') || tokens[lead.at - 1] === undefined;
  return lead.word === 'in' || lead.word === 'from' || lead.word === 'at' || lead.word === 'near';
}

function slotFor(
  name: Span,
  cue: Cue,
  slots: readonly ReadableSlot[],
  { asked, ofReply }: Reading,
  values: SlotValues,
): ReadableSlot | undefined {
  const role = slots.some((slot) => slot.role === cue.role) || cue.role === 'start' ? cue.role : undefined;
  const venue = VENUE.test(name.value) || isAddress(name.value);
  const fits = (slot: ReadableSlot): boolean =>
    (role === undefined || slot.role === undefined || slot.role === role) &&
    !(
      slot.kind === 'city' &&
      ((ofReply && (cue.open || cue.role !== role)) || (venue && (ofReply || isAddress(name.value))))
    );
  const kinds: readonly SlotKind[] = venue ? ['place', 'name', 'city'] : cue.kinds;
  const fit = kinds
    .filter((kind) => cue.kinds.includes(kind) || venue)
    .flatMap((kind) => slots.filter((slot) => slot.kind === kind && fits(slot)));
  const askedFor = fit.find((slot) => asked.includes(slot) && !values.has(slot.slot));
  if (cue.open && askedFor) return askedFor;
  const sameKind = fit.filter(({ kind }) => kind === fit[0]?.kind);
  return (
    sameKind.find((slot) => asked.includes(slot)) ??
    sameKind.find(({ role: its, slot }) => its === role && !values.has(slot)) ??
    sameKind[0]
  );
}

const deniedBefore = (text: string, start: number): boolean =>
  /(?:\binstead of|\bnot|\brather than|n't)(?: in| at| to| from)? ?$/i.test(text.slice(Math.max(0, start - 24), start));

/** What a reply offers by name without a word that leads it: “Beth Kane is a family counselor”. */
function nameWithoutCue(
  tokens: readonly Token[],
  text: string,
  used: readonly Span[],
  slots: readonly ReadableSlot[],
  reading: Reading,
  values: SlotValues,
): void {
  const name = slots.find(
    ({ kind, slot }) =>
      (kind === 'name' || (kind === 'place' && !slots.some((other) => other.kind === 'name'))) && !values.has(slot),
  );
  if (!name) return;
  for (let i = 0; i < tokens.length; i++) {
    const found = nameAt(tokens, i, text);
    if (!found) continue;
    i = found.next - 1;
    const words = found.value.split(' ');
    const plain =
      found.weak ||
      isAddress(found.value) ||
      /^\d/.test(found.value) ||
      isHeld(found.value, slots, reading) ||
      used.some(({ start, end }) => found.start < end && start < found.end);
    if (plain || (words.length < 2 && name.kind === 'place')) continue;
    if (name.kind === 'place' && !VENUE.test(found.value)) continue;
    if (tokens[i]?.text === READ) continue;
    values.set(name.slot, found.value);
    return;
  }
}
