import { dayNumber, validDay } from '../anchors/civil-day';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const STAMP = /^\s*[[(【（]?(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/;

/** The time that a content speaks of: the date stamp that it begins with (a day, or a minute of it), else the moment of its source. */
export function momentsOf(
  content: string,
  observedAtMs: number,
): { readonly fromMs: number; readonly untilMs: number } {
  const [, year, month, date, hour, minute] = STAMP.exec(content) ?? [];
  const day = validDay(Number(year), Number(month), Number(date));
  if (!day) return { fromMs: observedAtMs, untilMs: observedAtMs + 1 };
  const startMs = dayNumber(day) * DAY_MS;
  if (hour === undefined) return { fromMs: startMs, untilMs: startMs + DAY_MS };
  const fromMs = startMs + (Number(hour) * 60 + Number(minute)) * MINUTE_MS;
  return { fromMs, untilMs: fromMs + MINUTE_MS };
}
