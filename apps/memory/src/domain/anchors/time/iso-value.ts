import { isoDay } from '../civil-day';
import type { Box } from './box';
import { civilOf, DAY_MS, HOUR_MS, type Local, MINUTE_MS, midnightOf, SECOND_MS } from './local-time';

/** ISO 8601 in the user's calendar: `2024-05-20`, `2024-05-20T15:30`, an interval `2024-05-20/2024-05-26` of whole days with its last day. */
export function isoValue({ from, until, grain }: Box, interval: boolean): string {
  if (!interval) return grain === 'day' || grain === 'part' ? dayText(from) : timeText(from);
  const whole = from === midnightOf(from) && until === midnightOf(until);
  return whole ? `${dayText(from)}/${dayText(until - DAY_MS)}` : `${timeText(from)}/${timeText(until)}`;
}

const dayText = (local: Local) => isoDay(civilOf(local));

function timeText(local: Local): string {
  const rest = local - midnightOf(local);
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  const seconds = (rest % MINUTE_MS) / SECOND_MS;
  const time = `${two(rest / HOUR_MS)}:${two((rest % HOUR_MS) / MINUTE_MS)}${seconds >= 1 ? `:${two(seconds)}` : ''}`;
  return `${dayText(local)}T${time}`;
}
