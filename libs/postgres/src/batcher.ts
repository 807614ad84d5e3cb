import { AsyncLocalStorage } from 'node:async_hooks';
import { TransientError } from '@plinth/kernel';
import { recordFailure, type Context } from '@plinth/telemetry';
import { startFlushSpan, tracedContext } from './flush-span';
import { assertOutsideTransaction } from './transaction-guard';

export interface BatcherOptions<In, Out> {
  /**
   * Handles the items as one; answers one result per item, in their order. All or nothing: when it throws, none of them is done, but
   * for a TransientError, after which that is not known.
   */
  readonly flush: (items: readonly In[]) => Promise<readonly Out[]>;
  /** Items in one flush at most. */
  readonly maxBatch: number;
  /** Flushes under way at most. */
  readonly concurrency: number;
  /** What a flush does for the item, as `INSERT session_events`: names a span in the item's own trace. None without it. */
  readonly summary?: (item: In) => string;
}

interface Waiting<In, Out> {
  readonly item: In;
  /** Where it came from, if that is traced. */
  readonly context: Context | undefined;
  readonly resolve: (result: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: what arrives in one tick, or while as many flushes as allowed are under way, is flushed together. Owns the queue.
 * 1. Every item is answered once: with its result, or with the failure of its last flush.
 * 2. Items are flushed in the order in which they came.
 * 3. At most `concurrency` flushes run at once; when idle nothing waits for a timer.
 * 4. No item fails for another's sake: what a flush left undone for good is flushed again by halves, until the culprit is alone.
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
      this.queue.push({ item, context: this.options.summary && tracedContext(), resolve, reject });
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
      const taken = this.queue.splice(0, this.options.maxBatch);
      const batch = taken.map((waiting) => this.traced(waiting, taken.length));
      this.running++;
      void this.outside(() => this.flush(batch));
    }
  }

  /** The item with a span for the time until it is answered, if it came from a traced context. */
  private traced(waiting: Waiting<In, Out>, batchSize: number): Waiting<In, Out> {
    const { item, context, resolve, reject } = waiting;
    const { summary } = this.options;
    if (!context || !summary) return waiting;
    const span = startFlushSpan(summary(item), context, batchSize);
    return {
      ...waiting,
      resolve: (result) => {
        span.end();
        resolve(result);
      },
      reject: (error) => {
        recordFailure(span, error);
        span.end();
        reject(error);
      },
    };
  }

  private async flush(batch: readonly Waiting<In, Out>[]): Promise<void> {
    await this.settle(batch);
    this.running--;
    this.start();
    if (this.running === 0 && this.queue.length === 0) this.idle.splice(0).forEach((resolve) => resolve());
  }

  private async settle(batch: readonly Waiting<In, Out>[]): Promise<void> {
    let results: readonly Out[];
    try {
      results = await this.options.flush(batch.map(({ item }) => item));
    } catch (error) {
      return batch.length === 1 || mayBeDone(error) ? rejectAll(batch, error) : this.settleHalves(batch);
    }
    if (results.length !== batch.length)
      return rejectAll(batch, new Error(`a flush of ${batch.length} items gave ${results.length} results`));
    // The lengths agree, so each item has a result, be it undefined.
    batch.forEach(({ resolve }, at) => resolve(results[at] as Out));
  }

  private async settleHalves(batch: readonly Waiting<In, Out>[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2);
    await this.settle(batch.slice(0, middle));
    await this.settle(batch.slice(middle));
  }
}

/** A conflict is known to be undone, and smaller flushes may be spared it; after any other transient failure nothing is known. */
const mayBeDone = (error: unknown): boolean => error instanceof TransientError && error.code !== 'postgres_conflict';

function rejectAll(batch: readonly Waiting<unknown, never>[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}
