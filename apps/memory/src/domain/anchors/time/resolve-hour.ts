import type { Box } from './box';
import type { Clock, DayPart, Frame } from './frame';
import { DAY_MS, HOUR_MS, type Local, MINUTE_MS, midnightOf, SECOND_MS } from './local-time';
import type { Calendar } from './wall-clock';

/** Hours of the day; a night goes on after midnight. */
const PARTS: Readonly<Record<DayPart, readonly [number, number]>> = {
  dawn: [0, 6],
  early: [5, 9],
  morning: [6, 12],
  noon: [11, 14],
  afternoon: [12, 18],
  dusk: [17, 20],
  evening: [18, 24],
  night: [18, 24],
  smallHours: [0, 6],
  midnight: [23, 26],
};
const SIZE = { hour: HOUR_MS, minute: MINUTE_MS, second: SECOND_MS } as const;

/** The part of a day and the time of day that a frame names, on the day that the box begins. */
export function resolveHour(day: Box, { part, clock }: Frame, { now }: Calendar): Box {
  const midnight = midnightOf(day.from);
  if (clock) {
    const from =
      midnight + hourOf(clock, part, midnight, now) * HOUR_MS + clock.minute * MINUTE_MS + clock.second * SECOND_MS;
    return { from, until: from + SIZE[clock.grain], grain: clock.grain };
  }
  if (!part) return day;
  const [from, until] = PARTS[part];
  return { from: midnight + from * HOUR_MS, until: midnight + until * HOUR_MS, grain: 'part' };
}

/** The hour of the day, 24 and more on the day after: 晚上12点, “tonight at 1am” when it is noon. */
function hourOf({ hour, half, exact }: Clock, part: DayPart | undefined, midnight: Local, now: Local): number {
  const night = part === 'evening' || part === 'night' || part === 'midnight';
  if (night && half !== 'pm' && (hour < 5 || hour === 12)) {
    if (half === 'am' || hour < 5) {
      const small = hour % 12;
      if (part === 'midnight' && hour !== 12) return small;
      return midnight === midnightOf(now) && now - midnight < small * HOUR_MS ? small : small + 24;
    }
    return 24;
  }
  if (exact) return hour;
  if (half === 'am') return hour % 12;
  if (half === 'pm') return hour < 12 ? hour + 12 : hour;
  if (hour > 12) return hour;
  if (night) return hour + 12;
  if (part === 'afternoon' || part === 'dusk') return hour < 12 ? hour + 12 : hour;
  if (part === 'noon') return hour < 4 ? hour + 12 : hour;
  if (part === 'dawn' || part === 'smallHours') return hour % 12;
  return hour;
}

/** An hour said without its half of the day, as the first such hour after another time: 下午1点半到3点, “from 2 to 4pm” backwards. */
export function hourAfter(clock: Clock, start: Local): Local {
  const midnight = midnightOf(start);
  const rest = clock.minute * MINUTE_MS + clock.second * SECOND_MS;
  const hours = clock.exact || clock.half || clock.hour > 12 ? [clock.hour] : [clock.hour % 12, (clock.hour % 12) + 12];
  const literal =
    clock.half === 'pm' && clock.hour < 12 ? [clock.hour + 12] : clock.half === 'am' ? [clock.hour % 12] : hours;
  const later = [...literal, ...literal.map((hour) => hour + 24)].map((hour) => midnight + hour * HOUR_MS + rest);
  return later.find((at) => at > start) ?? start + DAY_MS;
}
