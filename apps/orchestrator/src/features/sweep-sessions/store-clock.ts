interface Reading {
  readonly storeMs: number;
  /** When it came, by the monotonic clock. */
  readonly atMs: number;
}

/**
 * The store's time, which all replicas share: as the store last told it, gone on since by a monotonic clock of this machine. Every due
 * time is made and judged by it, so that a replica whose own clock is wrong ends nobody's turn early. Owns the last reading.
 * 1. It is behind the store by the way of one answer at most, and ahead only by what the two clocks drift between two readings.
 * 2. Once told, it shows no less than it was told.
 */
export class StoreClock {
  private reading: Reading | undefined;

  constructor(private readonly monotonicMs: () => number = () => performance.now()) {}

  tell(storeMs: number): void {
    this.reading = { storeMs, atMs: this.monotonicMs() };
  }

  /** Epoch milliseconds, whole. Throws before it was told for the first time. */
  now(): number {
    if (!this.reading) throw new Error('the store has not told its time yet');
    const { storeMs, atMs } = this.reading;
    return Math.floor(storeMs + this.monotonicMs() - atMs);
  }
}
