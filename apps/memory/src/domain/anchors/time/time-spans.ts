import { DAY_MS, HOUR_MS, type Local, MINUTE_MS, plusMonths, SECOND_MS, weekdayOf } from './local-time';
import type { TimeSpan } from './time-expression';

export type SpanUnit =
  | 'second'
  | 'minute'
  | 'quarterHour'
  | 'hour'
  | 'day'
  | 'workday'
  | 'week'
  | 'fortnight'
  | 'month'
  | 'quarter'
  | 'year'
  | 'decade'
  | 'century';

const ZERO: TimeSpan = { years: 0, months: 0, days: 0, workdays: 0, hours: 0, minutes: 0, seconds: 0 };

/** How a fraction of a unit is said in the next smaller one: half a month is 15 days, half a day 12 hours. */
const UNITS: Readonly<Record<SpanUnit, { readonly part: keyof TimeSpan; readonly size: number }>> = {
  second: { part: 'seconds', size: 1 },
  minute: { part: 'minutes', size: 1 },
  quarterHour: { part: 'minutes', size: 15 },
  hour: { part: 'hours', size: 1 },
  day: { part: 'days', size: 1 },
  workday: { part: 'workdays', size: 1 },
  week: { part: 'days', size: 7 },
  fortnight: { part: 'days', size: 14 },
  month: { part: 'months', size: 1 },
  quarter: { part: 'months', size: 3 },
  year: { part: 'years', size: 1 },
  decade: { part: 'years', size: 10 },
  century: { part: 'years', size: 100 },
};
const SMALLER: Readonly<Record<keyof TimeSpan, readonly [keyof TimeSpan, number] | undefined>> = {
  years: ['months', 12],
  months: ['days', 30],
  days: ['hours', 24],
  workdays: undefined,
  hours: ['minutes', 60],
  minutes: ['seconds', 60],
  seconds: undefined,
};

export function spanOf(count: number, unit: SpanUnit): TimeSpan {
  const { part, size } = UNITS[unit];
  const whole = Math.floor(count * size + 1e-9);
  const rest = count * size - whole;
  const smaller = SMALLER[part];
  const span = { ...ZERO, [part]: whole };
  if (!smaller || rest < 1e-9) return span;
  return { ...span, [smaller[0]]: Math.round(rest * smaller[1]) };
}

export function addSpans(a: TimeSpan, b: TimeSpan): TimeSpan {
  return {
    years: a.years + b.years,
    months: a.months + b.months,
    days: a.days + b.days,
    workdays: a.workdays + b.workdays,
    hours: a.hours + b.hours,
    minutes: a.minutes + b.minutes,
    seconds: a.seconds + b.seconds,
  };
}

/** The elapsed part of a span, which does not depend on the calendar. */
export const elapsedMs = ({ hours, minutes, seconds }: TimeSpan): number =>
  hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;

/** Moves by the calendar part of a span alone: years and months first, then days, then working days. */
export function plusCalendar(local: Local, { years, months, days, workdays }: TimeSpan, sign: 1 | -1): Local {
  return plusWorkdays(plusMonths(local, sign * (years * 12 + months)) + sign * days * DAY_MS, workdays, sign);
}

/** A week holds five; the rest is walked. */
function plusWorkdays(local: Local, count: number, sign: 1 | -1): Local {
  let there = local + sign * Math.floor(count / 5) * 7 * DAY_MS;
  for (let left = count % 5; left > 0;) {
    there += sign * DAY_MS;
    if (weekdayOf(there) <= 5) left--;
  }
  return there;
}

/** Whether a span is of hours and less alone. */
export const isElapsed = ({ years, months, days, workdays }: TimeSpan): boolean =>
  years === 0 && months === 0 && days === 0 && workdays === 0;

/** ISO 8601 duration, which knows no working days and has them as days. */
export function isoDuration({ years, months, days, workdays, hours, minutes, seconds }: TimeSpan): string {
  const part = (count: number, letter: string) => (count === 0 ? '' : `${count}${letter}`);
  const date = part(years, 'Y') + part(months, 'M') + part(days + workdays, 'D');
  const time = part(hours, 'H') + part(minutes, 'M') + part(seconds, 'S');
  return date === '' && time === '' ? 'PT0S' : `P${date}${time === '' ? '' : `T${time}`}`;
}
