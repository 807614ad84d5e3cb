/** Durations, waiting and chance, apart from the calendar. */
export abstract class Pace {
  /** Milliseconds of a monotonic clock, with fractions. */
  abstract elapsedMs(): number;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  abstract sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** In [0, 1). */
  abstract random(): number;
}
