import type { Clock, DayPart, Frame } from '../frame';
import { addSpans, spanOf, type SpanUnit } from '../time-spans';
import type { TimeSpan } from '../time-expression';
import { type Groups, rule, type WordRule } from '../words';
import { MONTH, WEEKDAY } from './en-names';
import { COUNT, NUMBER, numberOf } from './en-numbers';

const PARTS: Readonly<Record<string, DayPart>> = {
  morning: 'morning',
  morn: 'morning',
  afternoon: 'afternoon',
  evening: 'evening',
  night: 'night',
  nite: 'night',
  lunchtime: 'noon',
  dawn: 'dawn',
  dusk: 'dusk',
};
const PART = '(?<part>morning|morn|afternoon|evening|night|nite|lunchtime)s?';
const partOf = (name: string | undefined): DayPart => PARTS[(name ?? '').toLowerCase()] ?? 'morning';

const DAY_RULES: readonly WordRule[] = [
  rule('\\b(?:today|this day)\\b', () => ({ dayBy: 0 })),
  rule('\\b(?:tonight|tonite|this night)\\b', () => ({ dayBy: 0, part: 'night' })),
  rule('\\b(?:tomorrow|tomorow|tmrw?|tmw|2morrow)\\b', () => ({ dayBy: 1 })),
  rule('\\byesterday\\b', () => ({ dayBy: -1 })),
  rule('\\b(?:the )?day after tomorrow\\b', () => ({ dayBy: 2 })),
  rule('\\b(?:the )?day before yesterday\\b', () => ({ dayBy: -2 })),
  rule(
    '\\b(?:the (?:day after|next day|following day))\\b(?! (?:that|he|she|it|they|i|we|you|my|his|her|the)\\b)',
    () => ({ dayAfter: 1 }),
  ),
  rule('\\b(?:the (?:day before|previous day))\\b(?! (?:that|he|she|it|they|i|we|you|my|his|her|the)\\b)', () => ({
    dayAfter: -1,
  })),
  rule('\\b(?:that|the same) day\\b', () => ({ dayAfter: 0 }), true),
  rule('\\blast night\\b', () => ({ dayBy: -1, part: 'night' })),
  rule(`\\bthis ${PART}\\b`, ({ part }) => ({ dayBy: 0, part: partOf(part) })),
  rule(`\\b(?:in |during |at )?(?:the )?(?:early |late )?${PART}\\b`, ({ part }) => ({ part: partOf(part) }), true),
  rule(`\\bin the ${PART}\\b`, ({ part }) => ({ part: partOf(part) })),
];

const HALF = '(?<half>[ap])(?:\\.?\\s?m\\b\\.?|\\b)';
/** Numbers up to 12 that tell the hour. */
const HOUR_WORD = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const HOUR = `\\d{1,2}|${HOUR_WORD}`;

const CLOCK_RULES: readonly WordRule[] = [
  rule(
    `(?<![\\d.:/$-])\\b(?<hour>${HOUR})(?:[.:](?<minute>[0-5]\\d))?(?: ?o'? ?clock)?(?= (?:in the (?:morning|afternoon|evening)|at night)\\b)`,
    clock,
  ),
  rule(`(?<![\\d.:$])\\b(?<hour>1[0-2]|0?[1-9])(?:[.:](?<minute>[0-5]\\d))? ?(?:o'? ?clock )?${HALF}(?!')`, clock),
  rule(`\\b(?<hour>${HOUR_WORD}) ?(?:o'? ?clock )?(?<half>[ap])\\.?m\\b\\.?`, clock),
  rule(`(?<![\\d.:])\\b(?<hour>${HOUR}) ?o'? ?clock\\b(?: sharp)?`, clock),
  rule(
    `\\b(?<amount>half|(?:a )?quarter|five|ten|twenty(?:[- ]five)?|(?:${NUMBER}) min(?:ute)?s?) (?<side>past|to|after|before|till?|of) (?<hour>${HOUR})\\b(?![:.]\\d| ?(?:days?|weeks?|months?|years?|hours?|minutes?|people|%))(?: ?o'? ?clock)?(?: ?${HALF})?`,
    around,
  ),
  rule(
    `\\b(?:at|around|about|@|by|until|till?|from|between|after|before) ?(?<hour>1\\d|2[0-3]|[1-9])(?:[.:](?<minute>[0-5]\\d))?(?![\\d:/.,%-]\\d|%|[\\d$]| ?(?:[ap]\\.?\\s?m?\\b|o'? ?clock|days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|seconds?|secs?|people|st|nd|rd|th|dollars?|percent|or|of|${MONTH}|times)\\b)`,
    clock,
    true,
  ),
  rule(
    `(?<![\\d.:/$-])\\b(?<hour>1[0-2]|[1-9])(?:[.:](?<minute>[0-5]\\d))?(?= ?(?:-|to|–|until|till?|and) ?(?:1[0-2]|[1-9])(?:[.:][0-5]\\d)? ?[ap]\\.?m?\\b)`,
    clock,
  ),
  rule('\\b(?:at )?(?:high )?noon\\b|\\bmid-?day\\b', () => ({
    clock: { hour: 12, minute: 0, second: 0, grain: 'hour', exact: true },
  })),
  rule('\\b(?:at )?midnight\\b', () => ({ clock: { hour: 0, minute: 0, second: 0, grain: 'hour', exact: true } })),
];

function hourOf(text: string | undefined): number | undefined {
  return /^\d/.test(text ?? '') ? Number(text) : numberOf(text);
}

function clock({ hour, minute, half }: Groups): Frame | undefined {
  const hours = hourOf(hour);
  if (hours === undefined || hours > 24 || (half !== undefined && hours > 12)) return undefined;
  return { clock: clockAt(hours, Number(minute ?? 0), half, minute === undefined ? 'hour' : 'minute') };
}

function clockAt(hour: number, minute: number, half: string | undefined, grain: Clock['grain']): Clock {
  const side = half === undefined ? undefined : half.toLowerCase() === 'a' ? ('am' as const) : ('pm' as const);
  return { hour, minute, second: 0, grain, ...(side ? { half: side } : hour > 12 ? { exact: true as const } : {}) };
}

/** “half past three”, “quarter to five”, “ten past eight”. */
function around({ amount = '', side = '', hour, half }: Groups): Frame | undefined {
  const hours = hourOf(hour);
  const minutes = /half/i.test(amount) ? 30 : /quarter/i.test(amount) ? 15 : numberOf(amount.replace(/ min.*$/i, ''));
  if (hours === undefined || minutes === undefined || minutes > 59 || hours > 24) return undefined;
  const past = /past|after/i.test(side);
  if (/^of$/i.test(side) && !/quarter/i.test(amount)) return undefined;
  if (/^(?:after|before)$/i.test(side) && !/quarter|half/i.test(amount)) return undefined;
  return {
    clock: past ? clockAt(hours, minutes, half, 'minute') : clockAt((hours + 23) % 24, 60 - minutes, half, 'minute'),
  };
}

const UNITS: readonly (readonly [RegExp, SpanUnit])[] = [
  [/^s/i, 'second'],
  [/^mi/i, 'minute'],
  [/^h/i, 'hour'],
  [/^(?:(?:business|working|work) |workday|weekday)/i, 'workday'],
  [/^(?:d[^e]|night)/i, 'day'],
  [/^we?e?k/i, 'week'],
  [/^fo/i, 'fortnight'],
  [/^mo/i, 'month'],
  [/^q/i, 'quarter'],
  [/^ye?a?r/i, 'year'],
  [/^de/i, 'decade'],
  [/^ce/i, 'century'],
];
const UNIT =
  '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|(?:business |working |work )?days?|workdays?|weekdays?|nights?|weeks?|wks?|fortnights?|months?|mos|quarters?|years?|yrs?|decades?|centur(?:y|ies))';
const PLURAL_UNIT =
  'seconds|secs|minutes|mins|hours|hrs|(?:business |working |work )?days|workdays|weekdays|nights|weeks|fortnights|months|quarters|years|decades|centuries';
const ONE = `(?:${COUNT})[ -]?(?:calendar |more |full |whole )?${UNIT}(?: and a half)?`;
const LENGTH = `(?<span>${ONE}\\b(?:(?:,? and |, | )?${ONE}\\b){0,4})`;
/** “the day after Christmas” is one day away. */
const LENGTH_AWAY = LENGTH.replace('(?<span>', `(?<span>the ${UNIT}\\b|`);
const SPAN_PART = new RegExp(
  `(?<n>${COUNT}|the)[ -]?(?:calendar |more |full |whole )?(?<unit>${UNIT})(?<tail> and a half)?\\b`,
  'gi',
);

function spanIn(text: string | undefined): TimeSpan | undefined {
  let total: TimeSpan | undefined;
  for (const { groups = {} } of (text ?? '').matchAll(SPAN_PART)) {
    const count = numberOf(groups['n']);
    const unit = unitOf(groups['unit']);
    if (count === undefined || !unit) return undefined;
    const span = spanOf(
      count + (/^(?:an?|one) half/i.test(groups['n'] ?? '') ? 1 : 0) + (groups['tail'] ? 0.5 : 0),
      unit,
    );
    total = total ? addSpans(total, span) : span;
  }
  return total;
}

const unitOf = (text = ''): SpanUnit | undefined => UNITS.find(([pattern]) => pattern.test(text))?.[1];

const shift = (text: string | undefined, sign: 1 | -1, of: 'now' | 'rest' = 'now'): Frame | undefined => {
  const span = spanIn(text);
  return span && { shift: { span, sign, of } };
};
const rolling = (span: TimeSpan | undefined, sign: 1 | -1): Frame | undefined => span && { rolling: { span, sign } };

const signOf = (ref: string | undefined): 1 | -1 =>
  /^(?:last|past|previous|prior|preceding|trailing|recent)$/i.test(ref ?? '') ? -1 : 1;
const ROLL = '(?<ref>last|past|previous|prior|preceding|recent|next|coming|upcoming|following)';
/** What an anchor may begin with, so that “two days after” is a distance from it. */
const ANCHOR = `(?=(?:the |this |next |last )?(?:today|tomorrow|yesterday|now|day|${MONTH}|${WEEKDAY}|\\d|christmas|xmas|easter|thanksgiving|new year|hallow|labou?r|memorial|independence|valentine|mother|father|chinese|lunar|spring|first|end|start|beginning|noon|midnight))`;

const AGO = '(?:ago|earlier|back|before now|prior)\\b(?! (?:this|in the|on|that|to)\\b)';
const LATER =
  '(?:from now|later(?! (?:this|in the|on|that)\\b)|hence|after now|from (?:this|the present) (?:moment|time))\\b';

/** A length, and what it is counted from where that is said. */
function distance({ span, ago, later, after, before }: Groups): Frame | undefined {
  if (ago) return shift(span, -1);
  if (later) return shift(span, 1);
  if (after) return shift(span, 1, 'rest');
  if (before) return shift(span, -1, 'rest');
  const length = /^the /i.test(span ?? '') ? undefined : spanIn(span);
  return length && { span: length };
}

const SPAN_RULES: readonly WordRule[] = [
  rule(
    `\\b${LENGTH_AWAY}(?: (?:(?<ago>${AGO})|(?<later>${LATER})|(?<after>(?:after|from|following|past) ${ANCHOR})|(?<before>(?:before|prior to|ahead of) ${ANCHOR})))?`,
    distance,
  ),
  rule(
    `\\bin (?:about |around |another |exactly |less than )?${LENGTH}(?:'s?)?(?: time)?(?! (?:of|ago|before|after|from)\\b)`,
    ({ span }) => shift(span, 1),
  ),
  rule(`\\bwithin (?:the )?(?:next )?${LENGTH}`, ({ span }) => rolling(spanIn(span), 1)),
  rule(`\\b(?:the )?${ROLL} (?<span>${ONE})\\b`, ({ ref, span }) => rolling(spanIn(span), signOf(ref))),
  rule(`\\b(?:the )?(?<n>${NUMBER}|couple of|few) ${ROLL} (?<unit>${PLURAL_UNIT})\\b`, ({ n, ref, unit }) => {
    const size = unitOf(unit);
    return size && rolling(spanOf(numberOf(n) ?? 1, size), signOf(ref));
  }),
  rule(`\\b(?:the )?${ROLL} (?<unit>hour|minute|second|day|fortnight|decade)\\b`, ({ ref, unit }) => {
    const size = unitOf(unit);
    return size && rolling(spanOf(1, size), signOf(ref));
  }),
];

const NOW_RULES: readonly WordRule[] = [
  rule(
    '\\b(?:right now|now|at (?:this|the) (?:time|moment|present)(?! of)|currently|just now|at present|presently|asap|as soon as possible)\\b',
    (_, matched) => (/^as/i.test(matched) ? undefined : { now: true }),
  ),
];

export const EN_HOUR_RULES: readonly WordRule[] = [...DAY_RULES, ...CLOCK_RULES, ...SPAN_RULES, ...NOW_RULES];
