import type { Box } from './box';
import { type Clock, type Frame, saysDay, saysHour, saysWhichDay } from './frame';
import type { Phrase } from './phrases';
import { hourAfter } from './resolve-hour';
import { resolveFrame } from './resolve-frame';
import type { Calendar } from './wall-clock';

const TO = /^\s?(?:到了?|至|直到|一直到|[-~～—–―]{1,2}|to|until|till|til|through|thru)\s?(?:the )?$/i;
const AND = /^\s?(?:and|和|与)\s?(?:the )?$/i;
const BETWEEN_BEFORE = /(?:\bbetween(?: the)? |介于|在)$/i;
const LONGEST_GAP = 12;
const LONGEST_LEAD = 14;

/** Whether two neighbouring phrases are the ends of one range: “A到B”, “from A to B”, “between A and B”. */
export function areEnds(text: string, a: Phrase, b: Phrase): boolean {
  if (b.start - a.end > LONGEST_GAP) return false;
  if (saysHour(a.frame) && saysDay(b.frame) && !saysWhichDay(b.frame)) return false;
  const gap = text.slice(a.end, b.start);
  return (
    TO.test(gap) || (AND.test(gap) && BETWEEN_BEFORE.test(text.slice(Math.max(0, a.start - LONGEST_LEAD), a.start)))
  );
}

const INSTANT: ReadonlySet<Box['grain']> = new Set(['hour', 'minute', 'second']);

/**
 * From the beginning of the first to the end of the second, or to the very time where that is a time of day. What the second leaves out it
 * takes from the first: 明天下午3点到5点 ends at five in the afternoon of tomorrow, 12月到2月 in the next year. Undefined where it would end
 * before it begins.
 */
export function resolveRange(a: Phrase, b: Phrase, calendar: Calendar): Box | undefined {
  const [first, second] = [a.frame, b.frame];
  const start = resolveFrame(withDayOf(withHalfOf(first, second), b), calendar);
  if (!start) return undefined;
  const end = resolveEnd(first, second, start, calendar);
  if (!end) return undefined;
  const until = INSTANT.has(end.grain) ? end.from : end.until;
  return until > start.from
    ? { from: start.from, until, grain: INSTANT.has(end.grain) ? end.grain : 'period' }
    : undefined;
}

function resolveEnd(first: Frame, second: Frame, start: Box, calendar: Calendar): Box | undefined {
  const { clock } = second;
  if (clock && !saysDay(second) && !second.part) {
    const from = hourAfter(first.clock?.exact ? exactly(clock) : clock, start.from);
    return { from, until: from, grain: clock.grain };
  }
  const week = second.weekday !== undefined && second.week === undefined;
  return resolveFrame(second, {
    ...calendar,
    ref: start.from,
    ...(week || open(second) ? { direction: 'future' as const } : {}),
  });
}

const open = ({ year, which, dayBy, week, now }: Frame) => (year ?? which ?? dayBy ?? week ?? now) === undefined;

const exactly = (clock: Clock): Clock => (clock.half ? clock : { ...clock, exact: true });

/** “between 2 and 4pm tomorrow” begins tomorrow as well, 下午1点到次日5点 does not. */
function withDayOf(first: Frame, { frame: second, hourFirst }: Phrase): Frame {
  if (!hourFirst || saysDay(first) || !saysHour(first) || !saysHour(second) || !saysDay(second) || first.now)
    return first;
  const { clock: _, part: __, ...day } = second;
  return { ...day, ...first };
}

/** “from 2 to 4pm” begins in the afternoon, “11 to 1pm” does not. */
function withHalfOf(first: Frame, { clock }: Frame): Frame {
  const begins = first.clock;
  if (!begins || !clock?.half || begins.half || begins.exact || first.part) return first;
  const sooner = (begins.hour % 12) * 60 + begins.minute < (clock.hour % 12) * 60 + clock.minute;
  const half = sooner ? clock.half : clock.half === 'pm' ? 'am' : 'pm';
  return { ...first, clock: { ...begins, half } };
}
