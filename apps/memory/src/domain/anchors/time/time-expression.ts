/** A length of calendar time; the parts are added in this order, months before days. */
export interface TimeSpan {
  readonly years: number;
  readonly months: number;
  readonly days: number;
  /** Mondays to Fridays; public holidays are not looked up. */
  readonly workdays: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

export type TimeGrain =
  | 'second'
  | 'minute'
  | 'hour'
  /** A part of a day: a morning, a night. */
  | 'part'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'half'
  | 'year'
  | 'decade'
  | 'century'
  /** Bounds of its own: from A to B, the last three days, a festival of several days. */
  | 'period';

/** What a text says about time, read against the instant at which it was said and the calendar of who said it. */
export interface TimeExpression {
  /** As it stands in the text: `text.slice(start, end)`, UTF-16 code units. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** `point`: one day or less; `range`: a stretch of the calendar; `span`: a length (“三天”, “two hours”) without a place in it. */
  readonly kind: 'point' | 'range' | 'span';
  readonly grain: TimeGrain;
  /** UTC, inclusive; absent for a span and where a range is open (“before 2016”). */
  readonly fromMs?: number;
  /** UTC, exclusive; absent for a span and where a range is open (“from May on”). */
  readonly untilMs?: number;
  /** The length that a span names. */
  readonly span?: TimeSpan;
  /** Said as a bound: “周五之前”, “since May”. `value` is then what bounds, `fromMs` and `untilMs` what is bounded. */
  readonly relation?: 'before' | 'after' | 'since';
  /** Where what bounds stands, without the words that make it a bound. */
  readonly named?: { readonly start: number; readonly end: number };
  /** ISO 8601 in the user's calendar: a day, a day with time, `first/last` day of a range (both inclusive), a duration. */
  readonly value: string;
  /** Whether the words settle the year: “2021年5月”, “昨天”, “下周五” do, “4月27日”, “Friday”, “国庆” do not. */
  readonly yearGiven: boolean;
  /** Whether the words settle a day or a period; “3点” and “now” alone do not. */
  readonly dayGiven: boolean;
}

/**
 * Which occurrence is meant where the words leave it open (“周五”, “4月27日”, “Christmas”): the last one that has begun, the next one that
 * is not over, or the nearer of the two. Left out: of this year and this month, in Chinese of this week, in English the coming weekday.
 */
export type TimeDirection = 'past' | 'future' | 'nearest';

export interface TimeContext {
  readonly nowMs: number;
  /** IANA; one that nobody knows counts as UTC. */
  readonly timeZone: string;
  readonly direction?: TimeDirection;
}
