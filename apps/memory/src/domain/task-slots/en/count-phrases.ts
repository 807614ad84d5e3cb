import type { Span } from './spans';

const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const NUMBER = `(?<number>\\d{1,3}|${WORDS.join('|')}|zero|single|a single)`;
const PLAIN = `(?<number>\\d{1,3}|${WORDS.slice(1).join('|')})`;
/** Whoever, and whatever a seat is counted by. */
const PERSONS =
  'people|peoples|person|passenger|rider|travell?er|ticket|seat|guest|adult|attendee|participant|pax|diner|individual';
/** A number that turns out to be a time, a span or part of a name. */
const NO_COUNT =
  '(?! ?(?:[:/%]|am\\b|pm\\b|o ?[\'’"]?clock|days?\\b|nights?\\b|weeks?\\b|hours?\\b|minutes?\\b|in the\\b|at night|of (?:these|those|them|the)|st\\b|nd\\b|rd\\b|th\\b)|\\d| \\d)';

export interface CountSpan extends Span {
  /** The noun that is counted; undefined where persons go without one: “for two”, “just me”. */
  readonly unit?: string;
}

interface CountForm {
  readonly pattern: RegExp;
  readonly fixed?: number;
  readonly plus?: number;
}

/** With the number as group, or standing for the fixed number beside it. */
const PERSON_FORMS: readonly CountForm[] = [
  {
    pattern: new RegExp(
      `\\b(?:number of [a-z]{3,20}|party size|group size)(?: is| are| will be|:| of| to| as)? ?${PLAIN}\\b`,
      'gi',
    ),
  },
  { pattern: new RegExp(`\\b${PLAIN} of us\\b`, 'gi') },
  { pattern: new RegExp(`\\b(?:me|myself) and ${PLAIN} (?:other |more |of my )?[a-z]+\\b`, 'gi'), plus: 1 },
  {
    pattern: new RegExp(
      `\\b(?:party|group|table|reservation|booking|ride|cab|taxi) (?:of|for) ${PLAIN}\\b${NO_COUNT}`,
      'gi',
    ),
  },
  { pattern: new RegExp(`\\bfor (?:just |only |about |like )?${PLAIN}\\b${NO_COUNT}`, 'gi') },
  {
    pattern: /\b(?:me and (?:my|a|one|another) [a-z]+|my [a-z]+ and (?:i|me|myself)|(?:the two|both) of us)\b/gi,
    fixed: 2,
  },
  {
    pattern:
      /\b(?:(?:just|only) (?:for )?(?:me|myself)|(?:just|only|gonna|going to) be me|by myself|on my own|travell?ing alone|riding alone|(?:i'm|i am|be|i’m) alone|just one|only one|it's just me)\b/gi,
    fixed: 1,
  },
];
const DENIED = /(?:\binstead of|\bnot|\brather than|n't|\bthan)(?: for)? ?$/i;

/** Counted things of a text; `nouns` are stems of the schema's, known beside the usual words for persons. */
export function countSpans(text: string, nouns: readonly string[]): CountSpan[] {
  const units = [PERSONS, ...nouns.map((noun) => `${noun}(?:e|y|ie|ing)?`)].join('|');
  const counted = new RegExp(
    `(?<![$:.,\\d/#])\\b${NUMBER} (?:(?!(?:of|for|to|the|and|or|at|in|on|from|with|by|a|an|is|are|which|that|if|as|my|your|hour|minute|day|night|week|pm|am)\\b)[a-z-]{2,15} ){0,3}(?<unit>${units})(?:s|es)?\\b`,
    'gi',
  );
  const spans: CountSpan[] = [];
  const forms: readonly CountForm[] = [{ pattern: counted }, ...PERSON_FORMS];
  for (const { pattern, fixed, plus } of forms)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (spans.some((other) => start < other.end && other.start < end)) continue;
      if (pattern !== counted && /^ \p{Lu}/u.test(text.slice(end)) && !/ I\b/.test(text.slice(end, end + 3))) continue;
      if (
        pattern !== counted &&
        /\b(?:one|1)$/i.test(match[0]) &&
        /^ (?:that|which|who|in|with)\b/i.test(text.slice(end))
      )
        continue;
      if (DENIED.test(text.slice(Math.max(0, start - 24), start))) continue;
      const number = fixed ?? numberOf(match.groups?.['number'] ?? '') + (plus ?? 0);
      const unit = match.groups?.['unit']?.toLowerCase();
      spans.push({ start, end, value: String(number), ...(unit === undefined ? {} : { unit }) });
    }
  return spans.sort((a, b) => a.start - b.start);
}

/** “Four.”, “2, please”, “just one”: the number of a text that holds little else. */
export function bareCount(text: string): string | undefined {
  const number = new RegExp(
    `^\\W*(?:(?:yes|no|ok|okay|sure|only|just|make it|make that|i need|i want|i'd like|there are|there will be|it's|for|about|actually|we are|we're)\\W+){0,3}${PLAIN}(?:\\W+(?:please|only|total|this time|thanks|thank you|of them))?\\W*$`,
    'i',
  ).exec(text)?.groups?.['number'];
  return number === undefined ? undefined : String(numberOf(number));
}

export const isPersonUnit = (unit: string): boolean => new RegExp(`^(?:${PERSONS})$`).test(unit);

function numberOf(said: string): number {
  const word = said.toLowerCase();
  if (word.endsWith('single')) return 1;
  const index = WORDS.indexOf(word === 'zero' ? 'no' : word);
  return index >= 0 ? index : Number(word);
}
