import { anchorAt, type AnchorRule, matchesOf } from './anchor-rule';
import { type CivilDay, isoDay, plusDays, validDay, weekday, weekdayOfWeek } from './civil-day';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const WEEKDAY_NAME = '(?<weekday>mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)\\b';
const WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
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
};
const COUNT = '(?<count>\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten)';
const TIME =
  '(?:,? (?:at )?(?:(?<hour>\\d{1,2})(?::(?<minute>\\d{2}))? ?(?<half>am|pm)\\b|(?<hour24>\\d{1,2}):(?<minute24>\\d{2})\\b))?';

const ISO =
  /(?<!\d|[A-Za-z][-_])(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?![\d-])(?:[T ](?<hour24>\d{1,2}):(?<minute24>\d{2}))?/g;
const NAMED = new RegExp(
  `\\b(?<named>day after tomorrow|day before yesterday|today|tonight|tomorrow|yesterday)\\b${TIME}`,
  'gi',
);
const WEEKDAY = new RegExp(`\\b(?:(?<which>last|next|this|on|by|until) )?${WEEKDAY_NAME}${TIME}`, 'gi');
const IN = new RegExp(`\\bin ${COUNT} (?<unit>days?|weeks?)\\b`, 'gi');
const AGO = new RegExp(`\\b${COUNT} (?<unit>days?|weeks?) (?<ago>ago)\\b`, 'gi');
const MONTH_DAY = new RegExp(`\\b${MONTH} (?<day>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (?<year>\\d{4})\\b)?${TIME}`, 'gi');
const DAY_MONTH = new RegExp(
  `\\b(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}(?![a-z])(?:,? (?<year>\\d{4})\\b)?${TIME}`,
  'gi',
);

const NAMED_DAYS: Readonly<Record<string, number>> = {
  'day before yesterday': -2,
  yesterday: -1,
  today: 0,
  tonight: 0,
  tomorrow: 1,
  'day after tomorrow': 2,
};

/** English and numeric dates, relative ones by the user's calendar; with a time of day where one follows. */
export const enDates: AnchorRule = (text, { today }) => [
  ...collect(text, ISO, (groups) => validDay(Number(groups['year']), Number(groups['month']), Number(groups['day']))),
  ...collect(text, NAMED, (groups) => plusDays(today, NAMED_DAYS[(groups['named'] ?? '').toLowerCase()] ?? 0)),
  ...collect(text, WEEKDAY, (groups) => weekdayDay(groups, today)),
  ...collect(text, IN, (groups) => plusDays(today, distance(groups))),
  ...collect(text, AGO, (groups) => plusDays(today, -distance(groups))),
  ...[MONTH_DAY, DAY_MONTH].flatMap((pattern) =>
    collect(text, pattern, (groups) => {
      const month = MONTHS.indexOf((groups['month'] ?? '').slice(0, 3).toLowerCase()) + 1;
      return validDay(groups['year'] ? Number(groups['year']) : today.year, month, Number(groups['day']));
    }),
  ),
];

type Groups = Readonly<Record<string, string | undefined>>;

function collect(text: string, pattern: RegExp, dayOf: (groups: Groups) => CivilDay | undefined) {
  return [...matchesOf(text, pattern)].flatMap((match) => {
    const groups: Groups = match.groups ?? {};
    const day = dayOf(groups);
    return day
      ? [anchorAt('date', text, match.index, match.index + match[0].length, isoDay(day) + timeOf(groups))]
      : [];
  });
}

/** “next” is the one of the next week, “last” the latest before today, a bare weekday the coming one. */
function weekdayDay(groups: Groups, today: CivilDay): CivilDay {
  const target = WEEKDAYS.indexOf((groups['weekday'] ?? '').slice(0, 3).toLowerCase()) + 1;
  const which = groups['which']?.toLowerCase();
  if (which === 'next') return weekdayOfWeek(today, target, 1);
  if (which === 'this') return weekdayOfWeek(today, target, 0);
  const ahead = (target - weekday(today) + 7) % 7;
  return plusDays(today, which === 'last' ? ahead - 7 : ahead);
}

function distance(groups: Groups): number {
  const count = (groups['count'] ?? '').toLowerCase();
  return (WORDS[count] ?? Number(count)) * (groups['unit']?.toLowerCase().startsWith('week') ? 7 : 1);
}

function timeOf({ hour, minute, half, hour24, minute24 }: Groups): string {
  const hours =
    hour24 !== undefined
      ? Number(hour24)
      : hour === undefined
        ? NaN
        : (Number(hour) % 12) + (half?.toLowerCase() === 'pm' ? 12 : 0);
  const minutes = Number(minute24 ?? minute ?? 0);
  return hours < 24 && minutes < 60 ? `T${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}` : '';
}
