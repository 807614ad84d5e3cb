import type { Booking, Engineer } from './engineer';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SLOT_HOURS = 2;
const DAYS_AHEAD = 14;

export interface Slot {
  readonly engineer: Engineer;
  readonly beginsMs: number;
  readonly endsMs: number;
}

/**
 * The slots of two hours that the calendar leaves to engineers for that kind of equipment, from a time on, earliest first. Slots of
 * one engineer begin at fixed hours and never overlap, so that a slot is named by engineer and beginning.
 */
export function freeSlots(
  engineers: readonly Engineer[],
  calendar: readonly Booking[],
  kind: string,
  fromMs: number,
): Slot[] {
  const today = fromMs - (fromMs % DAY_MS);
  return engineers
    .filter(({ kinds }) => kinds.includes(kind))
    .flatMap((engineer) => Array.from({ length: DAYS_AHEAD }, (_, day) => slotsOf(engineer, today + day * DAY_MS)))
    .flat()
    .filter(({ beginsMs }) => beginsMs >= fromMs)
    .filter((slot) => !calendar.some((booked) => overlaps(slot, booked)))
    .sort((a, b) => a.beginsMs - b.beginsMs || (a.engineer.id < b.engineer.id ? -1 : 1));
}

/** Of the day that begins at `dayMs`, which is midnight. 1 January 1970 was a Thursday. */
function slotsOf(engineer: Engineer, dayMs: number): Slot[] {
  const weekday = (Math.floor(dayMs / DAY_MS) + 4) % 7;
  if (!engineer.weekdays.includes(weekday)) return [];
  return Array.from({ length: Math.floor((engineer.to - engineer.from) / SLOT_HOURS) }, (_, index) => {
    const beginsMs = dayMs + (engineer.from + index * SLOT_HOURS) * HOUR_MS;
    return { engineer, beginsMs, endsMs: beginsMs + SLOT_HOURS * HOUR_MS };
  });
}

const overlaps = (slot: Slot, { engineer, begins, ends }: Booking): boolean =>
  engineer === slot.engineer.id && begins < slot.endsMs && slot.beginsMs < ends;
