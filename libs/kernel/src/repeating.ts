/**
 * Work again and again, one run at a time. Owns its timer, which never keeps the process alive.
 * 1. The pause counts from the end of a run to the start of the next, so that runs never overlap.
 * 2. A run that fails is reported, once for a row of failures, and the next one comes all the same.
 * 3. Nothing runs after `stop` has resolved.
 */
export class Repeating {
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | undefined;
  private wanted = false;
  private stopped = false;
  private failing = false;

  constructor(
    private readonly work: () => Promise<unknown>,
    /** Milliseconds; a function is asked after each run. */
    private readonly pauseMs: number | (() => number),
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** The first run comes after one pause unless told otherwise; 0 for at once. */
  start(firstAfterMs = this.pause()): this {
    this.arm(firstAfterMs);
    return this;
  }

  /** Brings the next run forward: it starts now, or as soon as the one under way has ended. Starts nothing that was not started. */
  wake(): void {
    if (this.underWay) this.wanted = true;
    else if (this.timer && !this.stopped) this.begin();
  }

  /** Resolves when the run under way, if any, has ended; none follows. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.underWay;
  }

  private pause(): number {
    return typeof this.pauseMs === 'number' ? this.pauseMs : this.pauseMs();
  }

  private arm(afterMs: number): void {
    if (!this.stopped) this.timer = setTimeout(() => this.begin(), afterMs).unref();
  }

  private begin(): void {
    clearTimeout(this.timer);
    this.wanted = false;
    this.underWay = this.run().finally(() => {
      this.underWay = undefined;
      if (this.wanted && !this.stopped) this.begin();
      else this.arm(this.pause());
    });
  }

  private async run(): Promise<void> {
    try {
      await this.work();
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.onFailure(error);
      this.failing = true;
    }
  }
}
