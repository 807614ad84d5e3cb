type Close = () => Promise<void>;

/**
 * What was opened, closed in the opposite order, all of it within one deadline.
 * 1. Every stage of a stop may ask what remains; a stage that was slow leaves less to the next, never more than the whole.
 * 2. A failing close does not keep the others open.
 */
export class Closers {
  private readonly closers: Close[] = [];
  private endsAtMs: number | undefined;

  constructor(
    private readonly withinMs: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  add(close: Close): void {
    this.closers.unshift(close);
  }

  /** Of the deadline; all of it until the stop begins. */
  remainingMs(): number {
    return this.endsAtMs === undefined ? this.withinMs : Math.max(0, this.endsAtMs - this.nowMs());
  }

  /** Counts the deadline from now: `close` calls it, and so may a stage that has served on before it began to stop. */
  begin(): void {
    this.endsAtMs = this.nowMs() + this.withinMs;
  }

  async close(): Promise<void> {
    this.begin();
    const failures: unknown[] = [];
    for (const close of this.closers.splice(0)) await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'closing failed');
  }
}
