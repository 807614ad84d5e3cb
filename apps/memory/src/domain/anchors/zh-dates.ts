import { anchorAt, type AnchorRule, matchesOf } from './anchor-rule';
import { type CivilDay, isoDay, plusDays, validDay, weekdayOfWeek } from './civil-day';
import { HAN_NUMBER_CHARS, hanNumber } from './han-numbers';

const NUMBER = `\\d{1,3}|[${HAN_NUMBER_CHARS}]{1,4}`;
const TIME = `(?: ?的?(?<part>凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|今晚|晚)? ?(?<hour>\\d{1,2}|[${HAN_NUMBER_CHARS}]{1,3})(?:点|:(?=\\d\\d)|：(?=\\d\\d))(?<minute>半|[一三]刻|\\d{1,2})?分?钟?(?!\\d|以|多?分))?`;

const NAMED_DAY = new RegExp(
  `(?<day>大后天|大前天|今天|今日|今晚|今早|明天|明日|明晚|明早|后天|昨天|昨日|昨晚|前天)${TIME}`,
  'g',
);
const WEEKDAY = new RegExp(
  `(?<week>上上个?|上个?|下下个?|下个?|这个?|本)?(?:周|星期|礼拜)(?<weekday>[一二三四五六日天])(?![至到]周)${TIME}`,
  'g',
);
const DISTANCE = new RegExp(`(?<count>${NUMBER})(?<unit>天|个?星期|周|个?礼拜)(?:之|以)?(?<side>后|前)`, 'g');
const MONTH_DAY = new RegExp(
  `(?:(?<year>\\d{4}|今|明|去)年)?(?<month>\\d{1,2}|[${HAN_NUMBER_CHARS}]{1,2})月(?<day>\\d{1,2}|[${HAN_NUMBER_CHARS}]{1,3})(?:日|号)${TIME}`,
  'g',
);

const NAMED: Readonly<Record<string, number>> = {
  大前天: -3,
  前天: -2,
  昨天: -1,
  昨日: -1,
  昨晚: -1,
  今天: 0,
  今日: 0,
  今晚: 0,
  今早: 0,
  明天: 1,
  明日: 1,
  明晚: 1,
  明早: 1,
  后天: 2,
  大后天: 3,
};
const WEEKDAYS: Readonly<Record<string, number>> = { 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 日: 7, 天: 7 };

/** Chinese dates, relative ones by the user's calendar; with a time of day where one follows. A day without a year is of this year. */
export const zhDates: AnchorRule = (text, { today }) => [
  ...collect(text, NAMED_DAY, (groups) => plusDays(today, NAMED[groups['day'] ?? ''] ?? 0)),
  ...collect(text, WEEKDAY, (groups) =>
    weekdayOfWeek(today, WEEKDAYS[groups['weekday'] ?? ''] ?? 1, weeksOf(groups['week'])),
  ),
  ...collect(text, DISTANCE, (groups) => {
    const count = integer(groups['count']);
    if (count === undefined) return undefined;
    return plusDays(today, count * (groups['unit'] === '天' ? 1 : 7) * (groups['side'] === '后' ? 1 : -1));
  }),
  ...collect(text, MONTH_DAY, (groups) =>
    validDay(yearOf(groups['year'], today), integer(groups['month']) ?? 0, integer(groups['day']) ?? 0),
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

function weeksOf(week: string | undefined): number {
  if (week === undefined || week.startsWith('这') || week === '本') return 0;
  const size = week.startsWith('上上') || week.startsWith('下下') ? 2 : 1;
  return week.startsWith('上') ? -size : size;
}

function yearOf(year: string | undefined, today: CivilDay): number {
  if (year === undefined || year === '今') return today.year;
  if (year === '明') return today.year + 1;
  return year === '去' ? today.year - 1 : Number(year);
}

function timeOf({ day, part, hour, minute }: Groups): string {
  let hours = integer(hour);
  if (hours === undefined || hours > 24) return '';
  const evening = /下午|傍晚|晚/.test(part ?? '') || (part === undefined && day?.endsWith('晚') === true);
  if (evening && hours < 12) hours += 12;
  if (part === '中午' && hours < 3) hours += 12;
  const minutes = minute === '半' ? 30 : minute === '一刻' ? 15 : minute === '三刻' ? 45 : Number(minute ?? 0);
  return minutes > 59 ? '' : `T${String(hours % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

function integer(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : hanNumber(text);
}
