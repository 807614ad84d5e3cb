import { type CivilDay, civilDayAt, dayNumber, weekday } from '../civil-day';

/** A reading of the wall clock, as the milliseconds since 1970 that it would be in UTC: arithmetic on it knows no zone and no clock change. */
export type Local = number;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export type Unit =
  'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'half' | 'year' | 'decade' | 'century';

const FIXED_MS: Partial<Record<Unit, number>> = {
  second: SECOND_MS,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};
const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, half: 6, year: 12, decade: 120, century: 1_200 };

export function localAt(year: number, month: number, day: number): Local {
  return dayNumber({ year, month, day }) * DAY_MS;
}

export function civilOf(local: Local): CivilDay {
  return civilDayAt(Math.floor(local / DAY_MS));
}

export const midnightOf = (local: Local): Local => Math.floor(local / DAY_MS) * DAY_MS;

/** Monday 1 … Sunday 7. */
export const weekdayOf = (local: Local): number => weekday(civilOf(local));

/** The beginning of the calendar unit in which an instant lies; weeks begin on Monday, centuries with the year 00. */
export function startOf(unit: Unit, local: Local): Local {
  const months = MONTHS[unit];
  if (months !== undefined) {
    const { year, month } = civilOf(local);
    return fromMonthNumber(Math.floor((year * 12 + month - 1) / months) * months);
  }
  if (unit === 'week') return midnightOf(local) - (weekdayOf(local) - 1) * DAY_MS;
  const size = FIXED_MS[unit] ?? DAY_MS;
  return Math.floor(local / size) * size;
}

/** Moves by whole calendar units, keeping the time of day; a day that the target month lacks becomes its last. */
export function plus(local: Local, unit: Unit, count: number): Local {
  const months = MONTHS[unit];
  return months === undefined ? local + count * (FIXED_MS[unit] ?? DAY_MS) : plusMonths(local, count * months);
}

export function plusMonths(local: Local, count: number): Local {
  if (count === 0) return local;
  const { year, month, day } = civilOf(local);
  const first = fromMonthNumber(year * 12 + month - 1 + count);
  const days = (plusOneMonth(first) - first) / DAY_MS;
  return first + (Math.min(day, days) - 1) * DAY_MS + (local - midnightOf(local));
}

function plusOneMonth(first: Local): Local {
  const { year, month } = civilOf(first);
  return fromMonthNumber(year * 12 + month);
}

function fromMonthNumber(number: number): Local {
  const year = Math.floor(number / 12);
  return localAt(year, number - year * 12 + 1, 1);
}
