/** Time is passed in: only adapters hold a SystemClock. */
export abstract class Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  abstract now(): number;
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}

/** A clock that moves only when told; for tests and replays. */
export class FixedClock extends Clock {
  constructor(private instantMs: number) {
    super();
  }

  now(): number {
    return this.instantMs;
  }

  advance(ms: number): void {
    this.instantMs += ms;
  }
}
