import { DAY_MS, type Local, plus, startOf, type Unit, weekdayOf } from './local-time';
import type { TimeGrain } from './time-expression';

/** A stretch of the wall clock, its end exclusive. */
export interface Box {
  readonly from: Local;
  readonly until: Local;
  readonly grain: TimeGrain;
}

export const dayBox = (from: Local): Box => ({ from, until: from + DAY_MS, grain: 'day' });

/** The calendar unit that begins at, or contains, an instant. */
export function unitBox(unit: Unit, local: Local): Box {
  const from = startOf(unit, local);
  return { from, until: plus(from, unit, 1), grain: unit };
}

export const weekdayOfBox = ({ from }: Box, weekday: number): Box => dayBox(from + (weekday - 1) * DAY_MS);

/** Saturday and Sunday of the week that begins on a Monday. */
export const weekendOf = (monday: Local): Box => ({
  from: monday + 5 * DAY_MS,
  until: monday + 7 * DAY_MS,
  grain: 'period',
});

/** The first or last n units of a box; undefined where it does not hold so many. */
export function stretchOf(box: Box, n: number, unit: Unit, side: 'first' | 'last'): Box | undefined {
  const cut = side === 'first' ? plus(box.from, unit, n) : plus(box.until, unit, -n);
  if (cut < box.from || cut > box.until) return undefined;
  return side === 'first'
    ? { from: box.from, until: cut, grain: 'period' }
    : { from: cut, until: box.until, grain: 'period' };
}

/**
 * The nth unit of a box, from its end where n is negative. A week belongs to the month or year that holds its Thursday (ISO 8601), a
 * weekend to the one that holds its Saturday.
 */
export function nthOf(box: Box, n: number, unit: Unit | 'weekend', weekday?: number): Box | undefined {
  if (unit === 'week' || unit === 'weekend' || weekday !== undefined) {
    const wanted = weekday ?? (unit === 'week' ? 4 : 6);
    const day = nthWeekday(box, n, wanted);
    if (day === undefined) return undefined;
    if (weekday !== undefined) return dayBox(day);
    return unit === 'week' ? unitBox('week', day) : weekendOf(startOf('week', day));
  }
  const from = n > 0 ? plus(box.from, unit, n - 1) : plus(box.until, unit, n);
  return from >= box.from && from < box.until ? { from, until: plus(from, unit, 1), grain: unit } : undefined;
}

function nthWeekday({ from, until }: Box, n: number, weekday: number): Local | undefined {
  const first = from + ((weekday - weekdayOf(from) + 7) % 7) * DAY_MS;
  const lastDay = until - DAY_MS;
  const last = lastDay - ((weekdayOf(lastDay) - weekday + 7) % 7) * DAY_MS;
  const day = n > 0 ? first + (n - 1) * 7 * DAY_MS : last + (n + 1) * 7 * DAY_MS;
  return day >= from && day < until ? day : undefined;
}
