import { type Box, dayBox, nthOf, stretchOf, unitBox, weekdayOfBox, weekendOf } from './box';
import type { Frame, Ref } from './frame';
import { holidayOf } from './holidays';
import {
  civilOf,
  DAY_MS,
  type Local,
  localAt,
  midnightOf,
  plus,
  plusMonths,
  startOf,
  type Unit,
  weekdayOf,
} from './local-time';
import { lunarDay, lunarMonth, lunarNewYearsEve } from './lunar-calendar';
import { occurrence } from './occurrence';
import type { Calendar } from './wall-clock';

const EARLIEST_YEAR = 1000;
const LATEST_YEAR = 2999;

/** The day or longer stretch that a frame names; undefined where it names none, or one that no calendar has (30 February). */
export function resolveDay(frame: Frame, calendar: Calendar): Box | undefined {
  const container = resolveContainer(frame, calendar);
  const box = container && inside(container, frame);
  return box && frame.weekOf ? unitBox('week', box.from) : box;
}

function resolveContainer(frame: Frame, calendar: Calendar): Box | undefined {
  const { now, ref } = calendar;
  const { year } = frame;
  const nowYear = civilOf(now).year;
  if (frame.dayBy !== undefined && frame.day === undefined && frame.holiday === undefined) {
    const months = frame.month && 'by' in frame.month ? frame.month.by : 0;
    const today = midnightOf(plusMonths(now, months + (year && 'by' in year ? year.by * 12 : 0)));
    const from = today + frame.dayBy * DAY_MS;
    return { from, until: from + (frame.dayCount ?? 1) * DAY_MS, grain: frame.dayCount ? 'period' : 'day' };
  }
  if (frame.dayAfter !== undefined) return dayBox(midnightOf(ref) + frame.dayAfter * DAY_MS);
  if (frame.week !== undefined || ((frame.weekend ?? frame.workweek) && !frame.month))
    return resolveWeek(frame, calendar);
  const byRef = resolveRelative(frame, now);
  if (byRef) return byRef;
  const named = inYear(frame);
  if (named) {
    if (year) return named('at' in year ? year.at : nowYear + year.by);
    return agreeing((cycle) => named(civilOf(ref).year + cycle), frame, calendar);
  }
  if (frame.years) {
    const { from, count } = frame.years;
    return {
      from: localAt(from, 1, 1),
      until: localAt(from + count, 1, 1),
      grain: count === 10 ? 'decade' : 'century',
    };
  }
  if (year) return yearBox('at' in year ? year.at : nowYear + year.by);
  if (frame.day ?? frame.lunarDay)
    return agreeing(
      (cycle) => insideMonth(unitBox('month', plusMonths(startOf('month', ref), cycle)), frame),
      frame,
      calendar,
    );
  if (frame.weekday !== undefined) {
    const { weekday } = frame;
    return occurrence((cycle) => weekdayOfBox(unitBox('week', plus(ref, 'week', cycle)), weekday), frame, calendar);
  }
  if (frame.third ?? frame.halfMonth) return unitBox('month', now);
  if (frame.edgeOf) return unitBox(frame.edgeOf, now);
  return undefined;
}

/** A weekday said beside a date picks, where it can, the year or month in which they agree: “Sunday, 10 February”, “Friday the 13th”. */
function agreeing(at: (cycle: number) => Box | undefined, frame: Frame, calendar: Calendar): Box | undefined {
  const { which, weekday } = frame;
  const said = which ? { which } : {};
  const agreed = (cycle: number) => {
    const box = at(cycle);
    return box?.grain === 'day' && weekdayOf(box.from) === weekday ? box : undefined;
  };
  return (weekday && !frame.nth && occurrence(agreed, said, calendar)) || occurrence(at, said, calendar);
}

/** Weeks, quarters, months counted from the present one; a year said beside them shifts them: 去年本月. */
function resolveRelative(frame: Frame, now: Local): Box | undefined {
  const units: readonly [Unit, Ref | undefined][] = [
    ['month', frame.month],
    ['quarter', frame.quarter],
    ['half', frame.half],
  ];
  for (const [unit, ref] of units) {
    if (!ref || !('by' in ref)) continue;
    const there = unitBox(unit, plus(startOf(unit, now), unit, ref.by));
    if (!frame.year) return there;
    const year = 'by' in frame.year ? frame.year.by : frame.year.at - civilOf(there.from).year;
    return unitBox(unit, plus(there.from, 'year', year));
  }
  return undefined;
}

function resolveWeek(frame: Frame, { now, ref, direction }: Calendar): Box {
  const open = frame.week === undefined;
  const monday = startOf('week', open ? ref : now);
  if (frame.weekend) {
    const cycle =
      open && (direction === 'past' || frame.which === 'past') && ref < monday + 5 * DAY_MS ? -1 : (frame.week ?? 0);
    return weekendOf(plus(monday, 'week', cycle));
  }
  const from = plus(monday, 'week', frame.week ?? 0);
  if (frame.workweek) return { from, until: from + 5 * DAY_MS, grain: 'week' };
  const week = unitBox('week', from);
  return frame.weekday === undefined ? week : weekdayOfBox(week, frame.weekday);
}

function yearBox(year: number): Box | undefined {
  return year < EARLIEST_YEAR || year > LATEST_YEAR ? undefined : unitBox('year', localAt(year, 1, 1));
}

/** What a frame names once a year, as a function of the year. */
function inYear(frame: Frame): ((year: number) => Box | undefined) | undefined {
  const { month, quarter, half, season, holiday } = frame;
  const valid = (at: (year: number) => Box | undefined) => (year: number) => (yearBox(year) ? at(year) : undefined);
  if (holiday !== undefined) return valid((year) => holidayBox(holiday, frame.holidays, year));
  if (frame.lunarMonth !== undefined || (frame.lunar && month && 'at' in month))
    return valid((year) => lunarBox(year, frame));
  if (month && 'at' in month) return valid((year) => insideMonth(unitBox('month', localAt(year, month.at, 1)), frame));
  if (quarter && 'at' in quarter) return valid((year) => unitBox('quarter', localAt(year, quarter.at * 3 - 2, 1)));
  if (half && 'at' in half) return valid((year) => unitBox('half', localAt(year, half.at * 6 - 5, 1)));
  if (season !== undefined)
    return valid((year) => {
      const from = localAt(year, season * 3, 1);
      return { from, until: plusMonths(from, 3), grain: 'period' };
    });
  return undefined;
}

function holidayBox(id: string, holidays: true | undefined, year: number): Box | undefined {
  const holiday = holidayOf(id);
  const from = holiday?.on(year);
  if (from === undefined) return undefined;
  const days = holidays ? (holiday?.days ?? 1) : 1;
  return { from, until: from + days * DAY_MS, grain: days > 1 ? 'period' : 'day' };
}

function lunarBox(year: number, frame: Frame): Box | undefined {
  const month = frame.lunarMonth ?? (frame.month && 'at' in frame.month ? frame.month.at : 1);
  const day = frame.lunarDay ?? frame.day;
  if (day === undefined) {
    const whole = lunarMonth(year, month);
    return whole && { ...whole, grain: 'month' };
  }
  const from = month === 12 && day === 30 ? lunarNewYearsEve(year + 1) : lunarDay(year, month, day);
  return from === undefined ? undefined : dayBox(from);
}

/** A day of a month, where the frame names one. */
function insideMonth(month: Box, frame: Frame): Box | undefined {
  const day = frame.day ?? frame.lunarDay;
  return day === undefined ? month : nthOf(month, day, 'day');
}

function inside(container: Box, frame: Frame): Box | undefined {
  let box: Box | undefined = container;
  if (frame.day !== undefined && box.grain === 'month') box = insideMonth(box, frame);
  if (box && frame.third !== undefined)
    box = daysOf(box, (frame.third - 1) * 10, frame.third === 3 ? 31 : frame.third * 10);
  if (box && frame.halfMonth !== undefined)
    box = daysOf(box, frame.halfMonth === 1 ? 0 : 15, frame.halfMonth === 1 ? 15 : 31);
  if (box && frame.nth) box = nthOf(box, frame.nth.n, frame.nth.unit, frame.nth.weekday);
  if (box && frame.stretch) box = stretchOf(box, frame.stretch.n, frame.stretch.unit, frame.stretch.side);
  return box;
}

const daysOf = ({ from, until }: Box, first: number, end: number): Box => ({
  from: from + first * DAY_MS,
  until: Math.min(until, from + end * DAY_MS),
  grain: 'period',
});
