import type { TaskSlot } from '../task-schema';
import { booleanValue, type ReadableSlot, stemOf, wordsOf } from './slot-kind';
import type { Span } from './spans';

/** Words that people use for one another where a schema lists only one of them. */
const SYNONYMS: readonly (readonly string[])[] = [
  [
    'cheap',
    'inexpensive',
    'affordable',
    'budget',
    'low cost',
    'low priced',
    'economical',
    'not too expensive',
    'not expensive',
  ],
  [
    'moderate',
    'mid range',
    'medium priced',
    'moderately priced',
    'average priced',
    'reasonably priced',
    'intermediate',
    'medium',
  ],
  ['pricey', 'expensive', 'costly', 'upscale', 'high end'],
  ['ultra high end', 'very expensive', 'luxurious', 'luxury', 'fancy'],
  ['standard', 'regular', 'normal', 'intermediate', 'mid size', 'midsize', 'medium sized', 'medium size', 'ordinary'],
  ['compact', 'small'],
  ['full size', 'large', 'big', 'full sized'],
  ['economy', 'coach'],
  ['one way', 'single trip'],
  ['round trip', 'return trip'],
];
const DENIED =
  /(?:\b(?:not|no|without|instead of|rather than|other than|besides|except|than)|n't(?: want| need| like)?)(?: an?| the| any)? ?$/i;
const ANY =
  /\b(?:any(?!one|body|thing| (?:other|more|else|chance|way))|don't (?:really )?(?:care|mind)|doesn't (?:really )?matter|does not matter|no (?:particular |specific )?preference|not (?:picky|particular|fussy)|whatever|whichever|either (?:one|is|way|works)|anything (?:is|works|goes|will do))\b/i;
const CLAUSE = /[^.!?;,]+/g;

export const DONT_CARE = 'dontcare';

export interface ChoiceSpan extends Span {
  readonly slot: TaskSlot;
}

/** Values of closed sets as the schema writes them. Of those that overlap the longest counts; a denied one does not. */
export function choiceSpans(text: string, slots: readonly ReadableSlot[]): ChoiceSpan[] {
  const found: ChoiceSpan[] = [];
  const lower = text.toLowerCase();
  for (const { slot, kind } of slots) {
    if (kind !== 'choice') continue;
    const forms = (slot.values ?? []).flatMap((value) =>
      formsOf(value, slot.values ?? []).map((form) => ({ value, form })),
    );
    const spans: ChoiceSpan[] = [];
    for (const { value, form } of forms.sort((a, b) => b.form.length - a.form.length))
      for (const start of occurrences(lower, form)) {
        const end = start + form.length;
        if (spans.some((other) => start < other.end && other.start < end)) continue;
        spans.push({ slot, value: DENIED.test(text.slice(Math.max(0, start - 24), start)) ? '' : value, start, end });
      }
    found.push(...spans.filter(({ value }) => value !== ''));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The value, its synonyms and, where one word tells it from the others, that word (“Delta” of “Delta Airlines”). */
function formsOf(value: string, all: readonly string[]): string[] {
  const plain = spaced(value);
  const words = plain.split(' ');
  const others = all.filter((other) => other !== value).map(spaced);
  const first = words[0] ?? '';
  const shared = words.length > 1 && others.some((other) => other.split(' ').at(-1) === words.at(-1));
  const distinct =
    shared && first.length > 3 && !others.some((other) => other.split(' ').includes(first)) ? [first] : [];
  const synonyms = SYNONYMS.filter((row) => row[0] === plain).flatMap((row) => row.slice(1));
  const free = synonyms.filter(
    (form) =>
      !others.includes(form) &&
      !others.some((other) =>
        SYNONYMS.some(
          (row) => row[0] === other && row.indexOf(form) >= 0 && row.indexOf(form) < synonyms.indexOf(form),
        ),
      ),
  );
  return [
    plain,
    plain.replaceAll(' ', '-'),
    plain.replaceAll(' ', ''),
    ...distinct,
    ...free,
    ...free.map((form) => form.replaceAll(' ', '-')),
  ];
}

const spaced = (value: string): string => value.toLowerCase().replace(/[-_]+/g, ' ').trim();

function occurrences(text: string, form: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
    const after = text.slice(at + form.length, at + form.length + 2);
    if (
      !/[a-z0-9]/.test(text[at - 1] ?? ' ') &&
      /^(?:s?(?![a-z0-9]))/.test(after) &&
      /^(?:s[^a-z0-9]?|[^a-z0-9].?|)$/.test(after)
    )
      found.push(at);
  }
  return found;
}

const DENIES =
  /\b(?:not|no|without|never|nobody else|don't (?:want|like|need)|do not (?:want|like|need)|rather not|prefer not|avoid|nope)\b|n't (?:want|like|need|be)/i;
const DOES_NOT_MIND =
  /(?:don't|do not|wouldn't|would not) (?:really )?mind|\bno (?:problem|objection|issue)|nothing against|not a problem|n't matter if/i;
const QUESTION =
  /^\W*(?:(?:and|also|ok|okay|great|so|but|well),? )*(?:do|does|is|are|did|can you tell|what|which|how)\b(?! (?:about|you have (?:any|something)))/i;
const REPORTS =
  /\b(?:they|it|he|she|which|that|restaurant|place) (?:do |does )?(?:not )?(?:has|have|is|are|offers?|serves?|don't|doesn't)\b/i;
const OPPOSITES: readonly (readonly [string, RegExp])[] = [['shar', /\bprivate\b/i]];

/** Whether a place of a text stands in a question about what is offered: “Is the restaurant pricey?”. */
export function isQuestionAbout(text: string, at: number): boolean {
  const before = text.slice(0, at).split(/[.!?]/).at(-1) ?? '';
  const after = /^[^.!?]*([.!?]?)/.exec(text.slice(at))?.[1];
  if (after === '?' && /\b(?:is|are|does|do|was) (?:it|they|that|this|the [a-z]+)\b[^,;]*$/i.test(before)) return true;
  return (
    /^\W*(?:(?:and|also|so|but|well|ok|okay|great|perfect|yes|sure)\W+)*(?:is|are|was|were|does|do (?:they|you know)|did)\b/i.test(
      before,
    ) &&
    after !== '.' &&
    after !== '!'
  );
}

/** Flags that a text sets by naming them: “a shared ride is fine”, “I don't mind sharing”, “no outdoor seating needed”. */
export function booleanMentions(
  text: string,
  slots: readonly ReadableSlot[],
  ofReply: boolean,
): { slot: TaskSlot; value: string }[] {
  return slots.flatMap(({ slot, kind, own }) => {
    if (kind !== 'boolean') return [];
    let value: string | undefined;
    for (const [clause] of text.matchAll(CLAUSE)) {
      const opposed = OPPOSITES.some(([stem, pattern]) => own.has(stem) && pattern.test(clause));
      const named = wordsOf(clause).some((word) => own.has(stemOf(word)));
      if (!named && !opposed) continue;
      if (ofReply ? REPORTS.test(clause) : QUESTION.test(clause)) continue;
      if (
        /\?/.test(text.slice(text.indexOf(clause) + clause.length)[0] ?? '') &&
        !ofReply &&
        /^\W*(?:is|are|does|do) /i.test(clause)
      )
        continue;
      value = booleanValue(slot, !opposed && (DOES_NOT_MIND.test(clause) || !DENIES.test(clause)));
    }
    return value === undefined ? [] : [{ slot, value }];
  });
}

/** Slots that the user leaves open: named beside “any” or “doesn't matter”, or asked for. */
export function openMentions(text: string, slots: readonly ReadableSlot[], asked: readonly TaskSlot[]): TaskSlot[] {
  const open: TaskSlot[] = [];
  for (const [clause] of text.matchAll(CLAUSE)) {
    if (!ANY.test(clause)) continue;
    const words = new Set(wordsOf(clause).map(stemOf));
    const named = slots.filter(({ slot, kind, stems, own }) => {
      if (kind !== 'choice' && kind !== 'text' && kind !== 'boolean') return false;
      if ([...own].some((stem) => words.has(stem))) return true;
      return (
        kind === 'choice' &&
        /\btype|category|kind|class\b/.test(`${slot.labels.join(' ')} ${slot.description ?? ''}`.toLowerCase()) &&
        /\b(?:model|type|kind|sort|category|class)\b/i.test(clause) &&
        stems.size > 0
      );
    });
    if (named.length > 0) open.push(...named.map(({ slot }) => slot));
    else if (!/\bany\b/i.test(clause) || wordsOf(clause).length < 6) {
      const last = asked
        .filter((slot) => slots.some((s) => s.slot === slot && s.kind !== 'date' && s.kind !== 'time'))
        .at(-1);
      if (last) open.push(last);
    }
  }
  return open;
}
