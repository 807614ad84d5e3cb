/** Work under watch; `release` it when it has settled. */
export interface Watched {
  readonly startedAtMs: number;
  readonly onTimeout: () => void;
}

/**
 * Bounds how long work may take, with one timer for all of it. Owns that timer.
 *
 * 1. `onTimeout` is called at most once, not before `timeoutMs` and at most a timer's delay after it.
 * 2. Work that ends in time costs no timer of its own; the timer never keeps the process alive.
 */
export class Watchdog {
  /** In the order of their start, hence of their end of time. */
  private readonly watched = new Set<Watched>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly timeoutMs: number) {}

  watch(onTimeout: () => void): Watched {
    const entry = { startedAtMs: performance.now(), onTimeout };
    this.watched.add(entry);
    if (!this.timer) this.arm(this.timeoutMs);
    return entry;
  }

  release(entry: Watched): void {
    this.watched.delete(entry);
  }

  private arm(delayMs: number): void {
    this.timer = setTimeout(this.check, delayMs);
    this.timer.unref();
  }

  private readonly check = (): void => {
    this.timer = undefined;
    const now = performance.now();
    for (const entry of this.watched) {
      const leftMs = this.timeoutMs - (now - entry.startedAtMs);
      if (leftMs > 0) {
        this.arm(Math.ceil(leftMs));
        return;
      }
      this.watched.delete(entry);
      entry.onTimeout();
    }
  };
}
