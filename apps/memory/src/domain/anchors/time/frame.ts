import type { Unit } from './local-time';
import type { TimeSpan } from './time-expression';
import { isElapsed } from './time-spans';

/** Absolute, or counted from the present one. */
export type Ref = { readonly at: number } | { readonly by: number };

export type DayPart =
  'dawn' | 'early' | 'morning' | 'noon' | 'afternoon' | 'dusk' | 'evening' | 'night' | 'smallHours' | 'midnight';

export interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly grain: 'hour' | 'minute' | 'second';
  readonly half?: 'am' | 'pm';
  /** Written so that no other half of the day can be meant: 05:40, 18:00. */
  readonly exact?: true;
}

export type Edge = 'start' | 'middle' | 'end' | 'firstHalf' | 'secondHalf' | 'rest' | 'toDate';

/**
 * What words say about time, one property a concept. Neighbouring words that say different things are one expression: 下周 + 周六 + 上午
 * + 九点 fill four properties of one frame, and 昨天 + 今天 are two frames, for both fill `dayBy`.
 */
export interface Frame {
  readonly now?: true;
  /** Several whole years: a decade, a century. */
  readonly years?: { readonly from: number; readonly count: number };
  readonly year?: Ref;
  readonly half?: Ref;
  readonly quarter?: Ref;
  /** 1 spring (March to May) … 4 winter, which ends in the next year. */
  readonly season?: number;
  readonly month?: Ref;
  /** A third of a month (旬), 1 to 3, or a half (半月), 1 or 2. */
  readonly third?: number;
  readonly halfMonth?: number;
  readonly lunarMonth?: number;
  readonly lunarDay?: number;
  readonly lunar?: true;
  readonly week?: number;
  /** The week in which lies what else the frame names. */
  readonly weekOf?: true;
  readonly weekend?: true;
  readonly workweek?: true;
  /** The nth unit, or the nth weekday, of what else the frame names; from its end where negative. */
  readonly nth?: { readonly n: number; readonly unit: Unit | 'weekend'; readonly weekday?: number };
  /** The first or last n units of what else the frame names. */
  readonly stretch?: { readonly n: number; readonly unit: Unit; readonly side: 'first' | 'last' };
  readonly day?: number;
  readonly dayBy?: number;
  /** Days counted from what the expression before it named: 次日. */
  readonly dayAfter?: number;
  /** How many days the day begins, where more than one. */
  readonly dayCount?: number;
  readonly weekday?: number;
  /** Which occurrence a weekday, month, season or festival is, where a word says so: “this past”, “coming”, “next easter”. */
  readonly which?: 'past' | 'future' | 'this';
  /** A bare weekday as English means it: the coming one, today included. */
  readonly ahead?: true;
  readonly holiday?: string;
  /** The festival's holidays rather than its day. */
  readonly holidays?: true;
  readonly part?: DayPart;
  readonly clock?: Clock;
  readonly edge?: Edge;
  /** The unit whose edge is meant, where no other word names it: 年底, “end of day”. */
  readonly edgeOf?: Unit;
  /** So long before (negative) or after what else the frame names, or the present. */
  readonly shift?: { readonly span: TimeSpan; readonly sign: 1 | -1; readonly of: 'now' | 'rest' };
  /** The stretch of time that ends or begins now. */
  readonly rolling?: { readonly span: TimeSpan; readonly sign: 1 | -1 };
  readonly span?: TimeSpan;
}

/** The frame of both, or undefined where they say something about the same thing. */
export function joined(a: Frame, b: Frame): Frame | undefined {
  return Object.keys(b).some((key) => key in a && key !== 'lunar') ? undefined : { ...a, ...b };
}

const RECURRING = [
  'month',
  'day',
  'weekday',
  'holiday',
  'lunarMonth',
  'lunarDay',
  'season',
  'quarter',
  'half',
] as const;
const DATED = [
  ...RECURRING,
  'years',
  'year',
  'third',
  'halfMonth',
  'week',
  'weekend',
  'workweek',
  'nth',
  'stretch',
  'dayBy',
  'dayAfter',
  'edgeOf',
] as const;

const says = (frame: Frame, keys: readonly (keyof Frame)[]) => keys.some((key) => frame[key] !== undefined);

/** Whether anything but a time of day is said. */
export function saysDay(frame: Frame): boolean {
  const length = frame.shift?.span ?? frame.rolling?.span;
  return says(frame, DATED) || (length !== undefined && !isElapsed(length));
}

export const saysHour = ({ clock, part }: Frame): boolean => (clock ?? part) !== undefined;

/** Whether one day is named rather than a longer period. */
export function saysWhichDay(frame: Frame): boolean {
  if (frame.weekOf) return false;
  if (says(frame, ['day', 'dayBy', 'dayAfter', 'weekday', 'lunarDay', 'shift'])) return true;
  if (frame.holiday !== undefined && !frame.holidays) return true;
  return frame.nth?.unit === 'day' || frame.edgeOf === 'day';
}

/** Whether the words leave no choice of year. */
export function saysYear(frame: Frame): boolean {
  if (frame.year ?? frame.years) return true;
  if (frame.which || frame.week !== undefined || frame.dayBy !== undefined || frame.now) return true;
  if (frame.shift?.of === 'now' || frame.rolling) return true;
  if ([frame.month, frame.quarter, frame.half].some((ref) => ref && 'by' in ref)) return true;
  return !says(frame, RECURRING) && saysDay(frame);
}
