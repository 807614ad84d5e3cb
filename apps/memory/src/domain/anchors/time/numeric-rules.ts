import type { Clock, Frame } from './frame';
import { type Groups, rule, type WordRule } from './words';

const CLOCK = String.raw`(?<hour>[01]?\d|2[0-4])\s?[:：]\s?(?<minute>[0-5]\d)(?:[:：](?<second>[0-5]\d))?(?![\d:：])(?:\s?(?<half>[ap])(?:\.?m\b\.?|\b))?`;

/** Dates and times written in figures, the same in both languages. 13/04/21 is day first where it cannot be otherwise, else month first. */
export const NUMERIC_RULES: readonly WordRule[] = [
  rule(
    String.raw`(?<![\d.]|[A-Za-z][-_])(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?![\d-]|\.\d)(?:T(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d{1,9})?)?)?`,
    (groups) => {
      const date = dateOf(Number(groups['year']), Number(groups['month']), Number(groups['day']));
      return date && { ...date, ...(groups['hour'] ? { clock: clockOf(groups) } : {}) };
    },
  ),
  rule(
    String.raw`(?<![\d/.-]|[A-Za-z][-_])(?<year>(?:19|20)\d{2})[-/](?<month>0?[1-9]|1[0-2])(?![\d/-])`,
    (groups) => ({
      year: { at: Number(groups['year']) },
      month: { at: Number(groups['month']) },
    }),
  ),
  rule(
    String.raw`(?<![\d/.-]|[A-Za-z])(?<a>\d{1,2})(?<sign>[/.-])(?<b>\d{1,2})\k<sign>(?<year>\d{4}|\d{2})(?![\d/-]|\.\d)`,
    ({ a, b, year = '', sign }) => {
      if (year.length === 2 && sign !== '/') return undefined;
      const [first, second] = [Number(a), Number(b)];
      const full = year.length === 2 ? 2000 + Number(year) : Number(year);
      return first > 12 || sign === '.' ? dateOf(full, second, first) : dateOf(full, first, second);
    },
  ),
  rule(String.raw`(?<![\d/.:-]|[A-Za-z])(?<month>0?[1-9]|1[0-2])/(?<day>1[3-9]|2\d|3[01])(?![\d/%]|\.\d)`, monthDay),
  rule(
    String.raw`(?<=\b(?:on|by|until|before|after|since) )(?<month>0?[1-9]|1[0-2])/(?<day>0?[1-9]|1[0-2])(?![\d/%]|\.\d)`,
    monthDay,
  ),
  rule(
    String.raw`(?<![\d/.:-]|[A-Za-z])(?<month>0?[1-9]|1[0-2])/(?<day>0?[1-9]|1[0-2])(?![\d/%]|\.\d)`,
    monthDay,
    true,
  ),
  rule(
    String.raw`(?<!\d)(?<year>(?:19|20)\d{2})(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?!\d)`,
    ({ year, month, day }) => dateOf(Number(year), Number(month), Number(day)),
    true,
  ),
  rule(String.raw`(?<![\d:：.])${CLOCK}`, (groups) => ({ clock: clockOf(groups) })),
];

function dateOf(year: number, month: number, day: number): Frame | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return { year: { at: year }, month: { at: month }, day };
}

function monthDay({ month, day }: Groups): Frame {
  return { month: { at: Number(month) }, day: Number(day) };
}

/** A clock written in figures; a leading zero or more than twelve hours leave no half of the day open. */
export function clockOf({ hour = '0', minute, second, half }: Groups): Clock {
  const hours = Number(hour);
  const side =
    half?.toLowerCase() === 'a' ? ('am' as const) : half?.toLowerCase() === 'p' ? ('pm' as const) : undefined;
  return {
    hour: hours,
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    grain: second === undefined ? 'minute' : 'second',
    ...(side && hours <= 12 ? { half: side } : {}),
    ...(!side && (hours > 12 || /^0/.test(hour)) ? { exact: true as const } : {}),
  };
}
