import type { Local } from './local-time';
import type { TimeContext, TimeDirection } from './time-expression';
import { localOf, utcOf } from './time-zone';

/** A stretch of the user's calendar. */
export interface Calendar {
  /** What “today”, “next week” and “ago” count from. */
  readonly now: Local;
  /** What an occurrence left open (“周五”, “May”) is looked for around; the beginning of a range for its end. */
  readonly ref: Local;
  readonly direction: TimeDirection | undefined;
  /** The reading of the clock so many milliseconds from now, however it is changed in between. */
  readonly after: (elapsedMs: number) => Local;
}

/** The user's clock at one instant: translates what is read off it back to UTC. */
export class WallClock {
  readonly calendar: Calendar;
  /** Readings whose instant is known; without these the hour that a clock shows twice would be read as its first. */
  private readonly known = new Map<Local, number>();

  constructor(private readonly context: TimeContext) {
    const now = localOf(context.nowMs, context.timeZone);
    this.known.set(now, context.nowMs);
    const after = (elapsedMs: number) => {
      const utcMs = context.nowMs + elapsedMs;
      const local = localOf(utcMs, context.timeZone);
      this.known.set(local, utcMs);
      return local;
    };
    this.calendar = { now, ref: now, direction: context.direction, after };
  }

  utcOf(local: Local): number {
    return this.known.get(local) ?? utcOf(local, this.context.timeZone);
  }
}
