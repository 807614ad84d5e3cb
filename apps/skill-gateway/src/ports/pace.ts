/** Durations, waiting and chance, apart from the calendar. */
export abstract class Pace {
  /** Milliseconds of a monotonic clock, with fractions. */
  abstract elapsedMs(): number;
  abstract sleep(ms: number): Promise<void>;
  /** In [0, 1). */
  abstract random(): number;
}
