import type { Logger } from '@plinth/telemetry';

/** Calls a sweep at once and then again and again, `everyMs` after the last one has ended; a failed sweep is logged, the next one comes. */
export class SweepSchedule {
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly sweep: () => Promise<unknown>,
    private readonly everyMs: number,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  start(): void {
    this.running = this.once();
  }

  /** Resolves when the sweep under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async once(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      this.log.warn({ err: error }, 'a sweep failed');
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => this.start(), this.everyMs);
    this.timer.unref();
  }
}
