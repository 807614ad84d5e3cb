import { answerAsked } from './asked-answers';
import { dateSpans, timeSpans } from './calendar-phrases';
import { booleanMentions, choiceSpans, isQuestionAbout } from './closed-values';
import { countSpans, isPersonUnit } from './count-phrases';
import { readNames } from './read-names';
import type { Reading, SlotValues } from './reading';
import { labelOf, type ReadableSlot, type SlotKind, type SlotRole, stemOf, wordsOf } from './slot-kind';
import { maskSpans, type Span } from './spans';

/** Values of the service's slots that a text names; of a slot that is named twice the last one counts. */
export function readValues(text: string, reading: Reading): SlotValues {
  const { slots, asked } = reading;
  const values: SlotValues = new Map();
  const ofKind = (kind: SlotKind): ReadableSlot[] => slots.filter((slot) => slot.kind === kind);
  const choices = choiceSpans(text, slots).filter(({ start }) => reading.ofReply || !isQuestionAbout(text, start));
  const dates = dateSpans(text);
  const times = timeSpans(maskSpans(text, dates), asked.some(({ kind }) => kind === 'time') && !reading.ofReply);
  const counts = countSpans(maskSpans(text, [...dates, ...times]), [...new Set(ofKind('count').flatMap(countedNouns))]);

  for (const { slot, value } of choices) values.set(slot, value);
  for (const { slot, value } of booleanMentions(text, slots, reading.ofReply)) values.set(slot, value);
  assignByRole(dates, ofKind('date'), text, reading, values);
  assignByRole(times, ofKind('time'), text, reading, values);
  for (const span of counts) assignCount(span, ofKind('count'), values);
  const masked = maskSpans(text, [...dates, ...times, ...counts.filter(({ unit }) => unit !== undefined)]);
  for (const [slot, value] of readNames(masked, choices, reading, values)) values.set(slot, value);
  if (!reading.ofReply) answerAsked(text, reading, values);
  return values;
}

/** What a slot counts: the words of its label and the noun after “number of”. */
function countedNouns({ slot }: ReadableSlot): string[] {
  const noun = /\b(?:number of|how many) ([a-z]{3,20})/i.exec(slot.description ?? '')?.[1];
  return wordsOf(`${labelOf(slot)} ${noun ?? ''}`)
    .filter((word) => word.length > 2 && !/^(?:number|count|the|and|for|total|quantity)$/.test(word))
    .map(stemOf);
}

function assignCount(span: { value: string; unit?: string }, slots: readonly ReadableSlot[], values: SlotValues): void {
  const unit = span.unit === undefined ? undefined : stemOf(span.unit);
  const named = slots.filter((slot) => unit !== undefined && countedNouns(slot).includes(unit));
  const ofPersons = slots.filter(({ stems }) =>
    [...stems].some(
      (stem) => isPersonUnit(stem) || /^(?:travel|passeng|rid|seat|guest|ticket|peopl|person|parti)/.test(stem),
    ),
  );
  const fit = (named.length > 0 ? named : unit === undefined || isPersonUnit(span.unit ?? '') ? ofPersons : []).filter(
    ({ slot }) => !slot.values || slot.values.includes(span.value),
  );
  if (fit[0]) values.set(fit[0].slot, span.value);
}

const CUES: readonly (readonly [SlotRole, RegExp])[] = [
  [
    'end',
    /\b(?:until|till|til|through|thru|to(?= (?:the )?$)|return(?:ing|ed)?|com(?:e|ing) back|back|drop(?:ping)?[ -]?(?:it |the car |them )?(?:off|it off)|dropoff|drop it|end(?:s|ing)?|check(?:ing)?[ -]?out|up to|arriv(?:e|es|ing)|reach(?:es|ing)?|lands?|gets? (?:in|there))\b/gi,
  ],
  [
    'start',
    /\b(?:from|start(?:s|ing)?|pick(?:ing|ed)?[ -]?(?:it |the car |them |me )?(?:up|it up)|pickup|leav(?:e|es|ing)|depart(?:s|ing|ure)?|begin(?:s|ning)?|check(?:ing)?[ -]?in|fly(?:ing)? out|go(?:ing)?|take it|takes? off)\b/gi,
  ],
];

/** Spans of one kind go to its slot; of several slots to the one whose role the words before it name. */
function assignByRole(
  spans: readonly Span[],
  slots: readonly ReadableSlot[],
  text: string,
  { asked, ofReply, state }: Reading,
  values: SlotValues,
): void {
  let from = 0;
  let roleBefore: SlotRole | undefined;
  for (const span of spans) {
    const before =
      text
        .slice(Math.max(from, span.start - 60), span.start)
        .split(/[.!?](?= |$)/)
        .at(-1) ?? '';
    const role = roleIn(before) ?? roleAfter(text.slice(span.end, span.end + 24));
    from = span.end;
    const fit = slots.length === 1 || role === undefined ? slots : slots.filter((slot) => slot.role === role);
    if (slots.length === 1 && ofReply && slots[0]?.role === 'start' && role === 'end') continue;
    const target =
      fit.length === 1
        ? fit[0]
        : (asked.find((slot) => fit.includes(slot)) ??
          fit.find(
            ({ slot, role: its }) =>
              !values.has(slot) && its !== undefined && its !== roleBefore && !state.has(slot.name),
          ) ??
          fit.find(({ role: its }) => its === 'start') ??
          fit[0]);
    if (!target) continue;
    roleBefore = target.role;
    if (!denied(before)) values.set(target.slot, span.value);
  }
}

function roleIn(before: string): SlotRole | undefined {
  let last: { role: SlotRole; at: number } | undefined;
  for (const [role, pattern] of CUES)
    for (const { index } of before.matchAll(pattern)) if (!last || index >= last.at) last = { role, at: index };
  return last?.role;
}

const roleAfter = (after: string): SlotRole | undefined =>
  /^ ?(?:pick[- ]?up|departure)/i.test(after)
    ? 'start'
    : /^ ?(?:drop[- ]?off|return)\b/i.test(after)
      ? 'end'
      : undefined;

const denied = (before: string): boolean =>
  /(?:\binstead of|\bnot|\brather than|n't)(?: on| at| for| the)? ?$/i.test(before);
