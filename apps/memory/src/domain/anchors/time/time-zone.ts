import type { CivilDay } from '../civil-day';
import { civilOf, DAY_MS, HOUR_MS, type Local, localAt, MINUTE_MS, SECOND_MS } from './local-time';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Every zone changes its clock on a quarter of an hour, so within one its offset needs asking once: the formatter is slow. */
const QUARTER_MS = 900_000;
const MAX_REMEMBERED = 4_000;
const offsets = new Map<string, number>();

/** What the wall clock of an IANA time zone shows at an instant; a zone that nobody knows counts as UTC. */
export function localOf(utcMs: number, timeZone: string): Local {
  return utcMs + offsetAt(utcMs, timeZone);
}

/**
 * The instant at which the wall clock of a zone shows a time. Where the clock is put back and shows it twice, the first; where it is
 * put forward and never shows it, as long after the change as the time was meant to lie after it.
 */
export function utcOf(local: Local, timeZone: string): number {
  const before = offsetAt(local - DAY_MS, timeZone);
  if (offsetAt(local - before, timeZone) === before) return local - before;
  const after = offsetAt(local + DAY_MS, timeZone);
  return offsetAt(local - after, timeZone) === after ? local - after : local - before;
}

/** The calendar day of an instant in a time zone. */
export const civilDayOf = (utcMs: number, timeZone: string): CivilDay => civilOf(localOf(utcMs, timeZone));

function offsetAt(utcMs: number, timeZone: string): number {
  const quarter = Math.floor(utcMs / QUARTER_MS);
  const key = `${timeZone}@${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const asked = quarter * QUARTER_MS;
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of formatterOf(timeZone).formatToParts(asked)) parts[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const offset = localAt(year, month, day) + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS - asked;
  if (offsets.size >= MAX_REMEMBERED) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  if (formatters.size > 600) formatters.clear();
  const formatter = makeFormatter(timeZone);
  formatters.set(timeZone, formatter);
  return formatter;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { ...options, timeZone });
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat('en-CA', { ...options, timeZone: 'UTC' });
    throw error;
  }
}
