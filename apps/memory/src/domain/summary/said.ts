import { HOUR_MS, midnightOf } from '../anchors/time/local-time';
import { localOf, utcOf } from '../anchors/time/time-zone';

/** When a text was said, for its relative dates. */
export interface Said {
  readonly nowMs: number;
  readonly timeZone: string;
}

/**
 * Noon of the user's day: when a summary counts as written. Its days and times of day are absolute, so that the hour changes nothing, and
 * what was read of it is still known at the next turn.
 */
export const writtenOn = (utcMs: number, timeZone: string): Said => ({
  nowMs: utcOf(midnightOf(localOf(utcMs, timeZone)) + 12 * HOUR_MS, timeZone),
  timeZone,
});
