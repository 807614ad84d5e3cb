import { type Box, dayBox } from './box';
import { edgeOf } from './edges';
import { type Frame, saysDay } from './frame';
import { DAY_MS, MINUTE_MS, midnightOf, SECOND_MS, weekdayOf } from './local-time';
import { resolveDay } from './resolve-day';
import { resolveHour } from './resolve-hour';
import { elapsedMs, isElapsed, plusCalendar } from './time-spans';
import type { Calendar } from './wall-clock';

/** Where on the calendar a frame lies; undefined where it names nothing, or nothing that exists. */
export function resolveFrame(frame: Frame, calendar: Calendar): Box | undefined {
  if (frame.rolling) return rolling(frame.rolling, calendar);
  if (frame.shift) return shifted(frame, frame.shift, calendar);
  return placed(frame, calendar);
}

function placed(frame: Frame, calendar: Calendar): Box | undefined {
  const { now, ref } = calendar;
  if (frame.now && !saysDay(frame) && !frame.clock && !frame.part)
    return { from: now, until: now + SECOND_MS, grain: 'second' };
  const timed = frame.clock !== undefined || frame.part !== undefined;
  const day = saysDay(frame) ? resolveDay(frame, calendar) : timed ? dayBox(midnightOf(ref)) : undefined;
  if (!day) return undefined;
  const edged = frame.edge ? edgeOf(day, frame.edge, now) : day;
  return timed ? resolveHour(edged, frame, calendar) : edged;
}

function shifted(frame: Frame, shift: NonNullable<Frame['shift']>, calendar: Calendar): Box | undefined {
  const { shift: _, weekday, part, clock, ...anchored } = frame;
  if (shift.of === 'now') {
    const moved = move(calendar.now, shift, calendar);
    const there = { ...calendar, now: moved.from, ref: moved.from };
    const said = withoutShift(frame);
    return Object.keys(said).length === 0 ? moved : placed(said, there);
  }
  const dated = saysDay(anchored) || anchored.now !== undefined;
  const anchor = placed(dated ? anchored : withoutShift(frame), calendar);
  if (!anchor) return undefined;
  const sub = anchor.grain === 'hour' || anchor.grain === 'minute' || anchor.grain === 'second';
  const moved = move(anchored.now || sub ? anchor.from : midnightOf(anchor.from), shift, calendar, !anchored.now);
  if (!dated) return moved;
  const day = weekday === undefined ? moved : dayBox(moved.from + ((weekday - weekdayOf(moved.from) + 7) % 7) * DAY_MS);
  return clock || part ? resolveHour(day, frame, calendar) : day;
}

function withoutShift(frame: Frame): Frame {
  const { shift: _, ...rest } = frame;
  return rest;
}

/** By whole days the result is a day; by hours and less an instant, and from now exactly so long, however the clock is changed in between. */
function move(
  start: number,
  { span, sign }: NonNullable<Frame['shift']>,
  calendar: Calendar,
  fromElsewhere = false,
): Box {
  const elapsed = elapsedMs(span);
  const there = plusCalendar(start, span, sign);
  if (elapsed === 0) return dayBox(midnightOf(there));
  const from = isElapsed(span) && !fromElsewhere ? calendar.after(sign * elapsed) : there + sign * elapsed;
  return {
    from,
    until: from + (span.seconds === 0 ? MINUTE_MS : SECOND_MS),
    grain: span.seconds === 0 ? 'minute' : 'second',
  };
}

/** Hours and less are counted from now; days and more reach to the end of the last day ahead, or begin with the first day behind. */
function rolling({ span, sign }: NonNullable<Frame['rolling']>, { now, after }: Calendar): Box {
  const elapsed = elapsedMs(span);
  const there = isElapsed(span) ? after(sign * elapsed) : plusCalendar(now, span, sign) + sign * elapsed;
  if (isElapsed(span) || elapsed !== 0)
    return { from: Math.min(now, there), until: Math.max(now, there), grain: 'period' };
  return sign < 0
    ? { from: midnightOf(there), until: now, grain: 'period' }
    : { from: now, until: midnightOf(there) + DAY_MS, grain: 'period' };
}
