import { AsyncLocalStorage } from 'node:async_hooks';
import { assertOutsideTransaction } from './transaction-guard';

export interface BatcherOptions<In, Out> {
  /** Handles the items as one; answers one result per item, in their order. */
  readonly flush: (items: readonly In[]) => Promise<readonly Out[]>;
  /** Items in one flush at most. */
  readonly maxBatch: number;
  /** Flushes under way at most. */
  readonly concurrency: number;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (result: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: what arrives in one tick, or while as many flushes as allowed are under way, is flushed together. Owns the queue.
 * 1. Every item is answered once: with its result, or with the failure of its flush.
 * 2. Items are flushed in the order in which they came.
 * 3. At most `concurrency` flushes run at once; when idle nothing waits for a timer.
 */
export class Batcher<In, Out> {
  private readonly queue: Waiting<In, Out>[] = [];
  private running = 0;
  private scheduled = false;
  private idle: (() => void)[] = [];
  /** A flush belongs to all its items, so it runs in nobody's context. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(private readonly options: BatcherOptions<In, Out>) {
    if (options.maxBatch < 1 || options.concurrency < 1) throw new Error('maxBatch and concurrency start at 1');
  }

  /** Rejects inside a transaction: the flush may need the very connection that the transaction holds. */
  async add(item: In): Promise<Out> {
    assertOutsideTransaction();
    return new Promise<Out>((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      this.schedule();
    });
  }

  /** Resolves when everything added so far, and what came meanwhile, has been answered. */
  async drain(): Promise<void> {
    if (this.running === 0 && this.queue.length === 0) return;
    await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private schedule(): void {
    if (this.scheduled || this.running >= this.options.concurrency) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      this.start();
    });
  }

  private start(): void {
    while (this.queue.length > 0 && this.running < this.options.concurrency) {
      const batch = this.queue.splice(0, this.options.maxBatch);
      this.running++;
      void this.outside(() => this.flush(batch));
    }
  }

  private async flush(batch: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await this.options.flush(batch.map(({ item }) => item));
      if (results.length !== batch.length)
        throw new Error(`a flush of ${batch.length} items gave ${results.length} results`);
      // The lengths agree, so each item has a result, be it undefined.
      batch.forEach(({ resolve }, at) => resolve(results[at] as Out));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.running--;
      this.start();
      if (this.running === 0 && this.queue.length === 0) this.idle.splice(0).forEach((resolve) => resolve());
    }
  }
}
