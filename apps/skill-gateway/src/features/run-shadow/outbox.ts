/**
 * What waits to be written, in this process. Beyond its bound the newest is dropped and counted: it serves reports, and no call waits
 * for it.
 */
export class Outbox<T> {
  private items: T[] = [];

  constructor(
    private readonly bound: number,
    private readonly write: (items: readonly T[]) => Promise<void>,
    private readonly onDropped: () => void,
  ) {}

  add(item: T): void {
    if (this.items.length >= this.bound) this.onDropped();
    else this.items.push(item);
  }

  /** Throws what `write` throws; the items then wait for the next time, so `write` must bear a repetition. */
  async flush(): Promise<void> {
    const items = this.items;
    if (items.length === 0) return;
    this.items = [];
    try {
      await this.write(items);
    } catch (error) {
      this.items = [...items, ...this.items].slice(0, this.bound);
      throw error;
    }
  }
}
