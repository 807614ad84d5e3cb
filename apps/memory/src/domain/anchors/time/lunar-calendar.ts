import { DAY_MS, type Local, localAt } from './local-time';

interface LunarMonth {
  readonly month: number;
  readonly from: Local;
  readonly days: number;
}

const years = new Map<number, readonly LunarMonth[]>();
let formatter: Intl.DateTimeFormat | undefined;

/**
 * The day of the Chinese calendar (of China's time) in the lunar year that begins in the given Gregorian year; undefined for a day that
 * the month lacks. Leap months are passed over, as festivals are. Source: ICU's Chinese calendar.
 */
export function lunarDay(year: number, month: number, day: number): Local | undefined {
  const found = monthsOf(year).find((candidate) => candidate.month === month);
  return found && day >= 1 && day <= found.days ? found.from + (day - 1) * DAY_MS : undefined;
}

/** A whole lunar month, likewise. */
export function lunarMonth(year: number, month: number): { from: Local; until: Local } | undefined {
  const found = monthsOf(year).find((candidate) => candidate.month === month);
  return found && { from: found.from, until: found.from + found.days * DAY_MS };
}

/** New Year's Eve (除夕): the last day of the twelfth month, the 29th or the 30th. */
export function lunarNewYearsEve(year: number): Local | undefined {
  const first = lunarDay(year, 1, 1);
  return first === undefined ? undefined : first - DAY_MS;
}

function monthsOf(year: number): readonly LunarMonth[] {
  if (year < 1900 || year > 2100) return [];
  const known = years.get(year);
  if (known) return known;
  const months: LunarMonth[] = [];
  let from = newYear(year);
  const end = newYear(year + 1);
  while (from !== undefined && end !== undefined && from < end) {
    const { month, leap } = fieldsOf(from);
    const days: number = fieldsOf(from + 29 * DAY_MS).day === 1 ? 29 : 30;
    if (!leap) months.push({ month, from, days });
    from += days * DAY_MS;
  }
  years.set(year, months);
  return months;
}

/** Always between 20 January and 22 February. */
function newYear(year: number): Local | undefined {
  for (let day = 20; day <= 54; day++) {
    const local = localAt(year, 1, 1) + (day - 1) * DAY_MS;
    const fields = fieldsOf(local);
    if (fields.month === 1 && fields.day === 1 && !fields.leap) return local;
  }
  return undefined;
}

function fieldsOf(local: Local): { month: number; day: number; leap: boolean } {
  formatter ??= new Intl.DateTimeFormat('en-u-ca-chinese', { timeZone: 'UTC', month: 'numeric', day: 'numeric' });
  let month = '';
  let day = '';
  for (const { type, value } of formatter.formatToParts(local)) {
    if (type === 'month') month = value;
    if (type === 'day') day = value;
  }
  return { month: parseInt(month, 10), day: parseInt(day, 10), leap: /\D/.test(month) };
}
