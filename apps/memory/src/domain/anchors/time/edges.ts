import type { Box } from './box';
import type { Edge } from './frame';
import { DAY_MS, HOUR_MS, type Local, midnightOf, MINUTE_MS, plusMonths, SECOND_MS } from './local-time';
import type { TimeGrain } from './time-expression';

/** Where the beginning of a stretch ends and where its end begins, in days or months: 年初 January and February, 月底 from the 21st on. */
const SIZES: Partial<Record<TimeGrain, { readonly days?: number; readonly months?: number }>> = {
  year: { months: 2 },
  half: { months: 2 },
  quarter: { months: 1 },
  month: { days: 10 },
  week: { days: 2 },
  decade: { months: 36 },
  century: { months: 240 },
};

/** The part of a stretch that “early”, 底, “the rest of” name. The end of a day is its last second, as its beginning is its first. */
export function edgeOf(box: Box, edge: Edge, now: Local): Box {
  if (edge === 'rest') return now > box.from && now < box.until ? { ...box, from: now, grain: 'period' } : box;
  if (edge === 'toDate') return now > box.from ? { ...box, until: Math.min(now, box.until), grain: 'period' } : box;
  if (edge === 'firstHalf' || edge === 'secondHalf') return half(box, edge, now);
  if (box.grain === 'day') return instantOf(box, edge);
  const { days, months } = SIZES[box.grain] ?? {};
  const third = Math.floor((box.until - box.from) / DAY_MS / 3) * DAY_MS;
  const head =
    months === undefined ? box.from + (days === undefined ? third : days * DAY_MS) : plusMonths(box.from, months);
  const tail =
    months !== undefined
      ? plusMonths(box.until, -months)
      : box.grain === 'month'
        ? box.from + 20 * DAY_MS
        : box.until - (days === undefined ? third : days * DAY_MS);
  if (edge === 'start') return { from: box.from, until: head, grain: 'period' };
  if (edge === 'end') return { from: tail, until: box.until, grain: 'period' };
  return { from: head, until: tail, grain: 'period' };
}

function instantOf(day: Box, edge: 'start' | 'middle' | 'end'): Box {
  const from = edge === 'start' ? day.from : edge === 'end' ? day.until - SECOND_MS : day.from + 12 * HOUR_MS;
  return { from, until: edge === 'end' ? day.until : from + MINUTE_MS, grain: edge === 'end' ? 'second' : 'minute' };
}

/** Whole days and, of years, whole months; what is said to come later in the present stretch does not begin before today. */
function half({ from, until, grain }: Box, edge: 'firstHalf' | 'secondHalf', now: Local): Box {
  const months = grain === 'year' ? 6 : grain === 'decade' ? 60 : grain === 'century' ? 600 : undefined;
  const middle =
    months !== undefined
      ? plusMonths(from, months)
      : grain === 'month'
        ? from + 15 * DAY_MS
        : from + Math.floor((until - from) / DAY_MS / 2) * DAY_MS;
  if (edge === 'firstHalf') return { from, until: middle, grain: 'period' };
  return {
    from: now < until ? Math.max(middle, Math.min(midnightOf(now), until - DAY_MS)) : middle,
    until,
    grain: 'period',
  };
}
