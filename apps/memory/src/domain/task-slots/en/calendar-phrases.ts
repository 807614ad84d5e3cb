import { findAll, type Span } from './spans';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b';
const DAY = '(?:[12]\\d|3[01]|0?[1-9])';
const ORDINAL = `${DAY} ?(?:st|nd|rd|th)\\b`;
const ORDINAL_WORD =
  '(?:twenty[ -]|thirty[ -])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|(?:thir|four|fif|six|seven|eigh|nine)teenth|twentieth|thirtieth';
const WEEKDAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b';
const OF_MONTH = '(?:this|next|the|the next|the current) month\\b';
const ROAD = '(?! (?:and |& )?(?:avenue|ave|street|st|road|rd|drive|floor|place|boulevard|blvd)\\b)';
const NUMBER = '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';

/** Days as people say them; the span holds what says the day, without “on” and, but for a bare ordinal, without “the”. */
const DATES: readonly RegExp[] = [
  /(?<![\d-])\d{4}-\d{1,2}-\d{1,2}(?![\d-])/g,
  /(?<![\d/$.])\d{1,2}\/\d{1,2}(?:\/(?:\d{4}|\d{2}))?(?![\d/])/g,
  new RegExp(`\\b${MONTH}\\.? (?:the )?(?:${ORDINAL}|${DAY}\\b(?!:))(?:,? \\d{4}\\b)?`, 'gi'),
  new RegExp(`\\b(?:${ORDINAL}|${DAY}|${ORDINAL_WORD}) (?:of )?(?:${MONTH}|${OF_MONTH})(?:,? \\d{4}\\b)?`, 'gi'),
  new RegExp(`\\b${MONTH} (?:the )?(?:${ORDINAL_WORD})\\b`, 'gi'),
  new RegExp(
    `\\b(?:(?:this coming|this|next|coming|the coming) )?${WEEKDAY}(?:,? (?:of )?(?:this|next|the next) week\\b)?`,
    'gi',
  ),
  /\bday after(?: tomorrow)?\b(?! (?:that|it|the)\b)/gi,
  /\b(?:later |earlier )?(?:today|tonight)\b|\btomorrow\b/gi,
  new RegExp(
    `\\b(?:in )?${NUMBER} (?:days|weeks) (?:from (?:now|today)|later)\\b|\\bin (?:a|${NUMBER}) (?:days?|weeks?)\\b`,
    'gi',
  ),
  /\b(?:this|next) (?:week|weekend|month)\b/gi,
  new RegExp(`\\b(?:the )?(?<![#\\d] ?)${ORDINAL}${ROAD}`, 'gi'),
  new RegExp(`(?<=\\bon )the (?:${ORDINAL_WORD})\\b(?! (?:floor|street|avenue|one|option|of))`, 'gi'),
];

const HOUR = '(?:1\\d|2[0-3]|0?\\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const HALF = '(?: ?(?:am|pm|a\\.m\\.|p\\.m\\.|a\\.m|p\\.m)(?![a-z]))';
const OCLOCK = '(?: ?o[ \'"’`]{0,2}clock\\b)';
const PART = '(?: (?:in the|of the|this) (?:early |late )?(?:morning|afternoon|evening|night)\\b| at night\\b)';
const CLOCK = `${HOUR}(?::[0-5]\\d)`;

const TIMES: readonly RegExp[] = [
  new RegExp(
    `(?<!good )\\b(?:morning|afternoon|evening|night)(?: at)? (?:${CLOCK}|${HOUR}\\b(?!:))${HALF}?(?! (?:people|of us|persons?|tickets?))`,
    'gi',
  ),
  new RegExp(`(?<![$#\\d:.])\\b${CLOCK}${HALF}?${OCLOCK}?${PART}?(?![\\d:])`, 'gi'),
  new RegExp(
    `\\b(?:half past|half after|quarter (?:past|to|after|till|of)|(?:five|ten|twenty|twenty[ -]five|\\d{1,2})(?: minutes)? (?:past|to|till)) ${HOUR}(?!\\d)${HALF}?${OCLOCK}?${PART}?`,
    'gi',
  ),
  new RegExp(`(?<![$#\\d:.])\\b${HOUR}(?:${HALF}|${OCLOCK})${OCLOCK}?${PART}?`, 'gi'),
  new RegExp(`(?<![$#\\d:.])\\b${HOUR}${PART}`, 'gi'),
  /\b(?:noon|midday|midnight)\b/gi,
];
const LOOSE_TIME = new RegExp(
  `\\b(?:at|around|about|by|after|before)(?: around| about)? (?<value>${HOUR})(?=$|[.,!?;]| (?:on|in|for|please|tomorrow|today|tonight|instead|would|is|if|and)\\b)`,
  'gi',
);
const BARE_HOUR = new RegExp(
  `^\\W*(?:for |make it |maybe |let's say |say |it's |how about )?(?<value>${HOUR})(?: please| sharp)?\\W*$`,
  'i',
);

/** What only looks like a day of the task: “that's all for today”, “have a great Friday”. */
const NO_DATE_BEFORE =
  /\b(?:all|it|that|else|everything|help|nice|great|good|wonderful|not|n't|later)(?: i need| for)?(?: me)? ?$|\b(?:not|never)\b[^.!?,;]{0,50}$|n't\b[^.!?,;]{0,50}$/i;

export const dateSpans = (text: string): Span[] =>
  findAll(text, DATES).filter(
    ({ start, value }) =>
      !/^(?:today|tonight)$/i.test(value) || !NO_DATE_BEFORE.test(text.slice(Math.max(0, start - 60), start)),
  );

/** Times of day; “at 6” alone is one, a bare number only when a time was asked for. */
export function timeSpans(text: string, asked: boolean): Span[] {
  const found = findAll(text, [...TIMES, LOOSE_TIME]);
  if (found.length > 0 || !asked) return found;
  return findAll(text, [new RegExp(BARE_HOUR.source, 'gi'), new RegExp(`\\bfor (?<value>${HOUR})(?=$|[.,!?;])`, 'gi')]);
}

/** Minutes after midnight; without “am” or “pm” the hour is the one before noon, so that both readings are compared by `sameTime`. */
export function sameTime(a: string, b: string): boolean {
  const left = minutesOf(a);
  const right = minutesOf(b);
  if (left === undefined || right === undefined) return false;
  return (
    left.minutes === right.minutes ||
    (left.half !== right.half && (!left.half || !right.half) && left.minutes % 720 === right.minutes % 720)
  );
}

const HOURS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};

function minutesOf(text: string): { minutes: number; half: boolean } | undefined {
  const said = text.toLowerCase();
  if (/noon|midday/.test(said) && !/afternoon/.test(said)) return { minutes: 720, half: true };
  if (said.includes('midnight')) return { minutes: 0, half: true };
  const parts = new RegExp(
    `(?:(?<lead>half|quarter|five|ten|twenty|\\d{1,2})(?: minutes)? (?<way>past|after|to|till|of) )?(?<hour>${HOUR})(?::(?<minute>\\d{2}))?`,
  ).exec(said)?.groups;
  const spoken = parts?.['hour'];
  if (!parts || spoken === undefined) return undefined;
  const hour = HOURS[spoken] ?? Number(spoken);
  const lead = parts['lead'];
  const offset =
    lead === undefined
      ? Number(parts['minute'] ?? 0)
      : lead === 'half'
        ? 30
        : lead === 'quarter'
          ? 15
          : lead === 'twenty'
            ? 20
            : (HOURS[lead] ?? Number(lead));
  const late = /\bp\.?m|afternoon|evening|night/.test(said) || /\d ?pm/.test(said);
  const early = /\ba\.?m|morning/.test(said) || /\d ?am/.test(said);
  const base = late || early ? (hour % 12) + (late ? 12 : 0) : hour;
  return {
    minutes: base * 60 + (/^(?:to|till|of)$/.test(parts['way'] ?? '') ? -offset : offset),
    half: late || early || hour > 12,
  };
}
