import type { SessionKey } from '../domain/session/session';

/** Wakes this process for a session at a time; lost with the process, for the sweeper to make good. */
export abstract class AlarmClock {
  /** One alarm a session: a later call replaces it, undefined clears it. */
  abstract set(key: SessionKey, atMs: number | undefined): void;
  /** Called for each alarm that rings; set once, at start. */
  abstract onRing(ring: (key: SessionKey) => void): void;
}
