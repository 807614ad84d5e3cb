/**
 * Work at intervals, one run at a time. Owns its timer, which never keeps the process alive.
 * A run that fails is reported, once for a row of failures, and the next one comes all the same.
 */
export class Repeating {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  private failing = false;

  constructor(
    /** Answers how long to wait for the next run, or nothing for `everyMs`. */
    private readonly work: () => Promise<number | void>,
    private readonly everyMs: number,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  start(firstAfterMs = this.everyMs): this {
    if (!this.stopped) this.timer = setTimeout(() => this.begin(), firstAfterMs).unref();
    return this;
  }

  /** Resolves when the run under way, if any, has ended; none follows. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private begin(): void {
    this.running = this.run();
  }

  private async run(): Promise<void> {
    let pauseMs: number | void = undefined;
    try {
      pauseMs = await this.work();
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.onFailure(error);
      this.failing = true;
    }
    this.start(pauseMs ?? this.everyMs);
  }
}
