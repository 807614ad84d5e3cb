import { bareAnswer } from './asked-answers';
import { createdName } from './created-names';
import { kindsOfFood } from './kinds-of-food';
import { type Cue, CUES, isNameBy, landmarkAt, MOVES, PLACE_NOUN, roleOfVerb, SKIPPED } from './name-cues';
import { isCommon, nameAt, type Token, tokensOf } from './name-phrases';
import { nameAsked, nameWithoutCue } from './names-without-cue';
import type { Reading, SlotValues } from './reading';
import { deniedBefore, isHeld, slotFor, withoutNoun } from './slot-of-name';
import { stemOf } from './slot-kind';
import { maskSpans, type Span } from './spans';

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
    const landmark = lead.word === 'to' && (word === 'the' || word === 'my') ? landmarkAt(tokens, i, text) : undefined;
    const ends = fillable.find(({ kind, role, slot }) => kind === 'place' && role === 'end' && !values.has(slot));
    if (landmark && ends && !reading.ofReply) {
      values.set(ends.slot, landmark);
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
  else nameAsked(tokens, text, fillable, reading, known, used, values);
  if (!reading.ofReply) bareAnswer(text, reading, known, values);
  return values;
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
