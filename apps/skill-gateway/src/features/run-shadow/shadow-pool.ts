export interface ShadowPoolSettings {
  /** Runs at once. */
  readonly atOnce: number;
  /** Runs that wait; what is offered beyond them is not made. */
  readonly waiting: number;
}

/**
 * Where candidates run that nobody waits for. Owns its places, apart from those of calls that users wait for.
 * 1. Never more than `atOnce` run, and never more than `waiting` wait.
 * 2. What is offered runs once or not at all, and says which at once.
 */
export class ShadowPool {
  private running = 0;
  private readonly queue: (() => Promise<void>)[] = [];
  private idle: (() => void)[] = [];

  constructor(private readonly settings: ShadowPoolSettings) {}

  /** False: there is no room, and `work` will not run. `work` must not reject. */
  offer(work: () => Promise<void>): boolean {
    if (this.running >= this.settings.atOnce && this.queue.length >= this.settings.waiting) return false;
    this.queue.push(work);
    this.next();
    return true;
  }

  /** Resolves when nothing runs and nothing waits. */
  async settled(): Promise<void> {
    if (this.running > 0 || this.queue.length > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private next(): void {
    if (this.running >= this.settings.atOnce) return;
    const work = this.queue.shift();
    if (!work) return this.rest();
    this.running += 1;
    void work().finally(() => {
      this.running -= 1;
      this.next();
    });
  }

  private rest(): void {
    if (this.running === 0) this.idle.splice(0).forEach((wake) => wake());
  }
}
