import type { Logger } from '@plinth/telemetry';

/** Runs work again and again, each time `everyMs` after the last run has ended. A run that fails is logged, and the next one comes. */
export class SweepTimer {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly work: () => Promise<unknown>,
    private readonly everyMs: number,
    private readonly logger: Logger,
  ) {}

  start(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.running = this.run().finally(() => this.start());
    }, this.everyMs).unref();
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      this.logger.warn({ err: error }, 'A sweep of memory failed; the next one tries again');
    }
  }
}
