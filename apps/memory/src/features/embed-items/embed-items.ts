import { failureOf, type Embedder } from '@plinth/embedding';
import { PermanentError, type Clock } from '@plinth/kernel';
import type { ClaimedItem, EmbeddedItem, EmbeddingQueue } from '../../ports/embedding-queue';
import { countEmbedding, observeWaiting, zeroEmbeddingMetric } from './embedding-metric';

const BATCH = 32;
/** Beyond it another replica takes over what this one has claimed. */
const LEASE_MS = 300_000;
const LONGEST_WAIT_MS = 300_000;
const COUNTED = 10_000;

/** Milliseconds until an item is tried again: 1 s, twice as long after each try, five minutes at most. */
export const waitAfter = (tries: number): number => Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** (Math.max(1, tries) - 1));

type Failed = ClaimedItem & { readonly error: unknown };

/** Gives the items that wait their vectors. No write waits for a model, and no item leaves the queue without a vector while it has a text. */
export class EmbedItems {
  constructor(
    private readonly embedder: Embedder,
    private readonly queue: EmbeddingQueue,
    private readonly clock: Clock,
    private readonly timeoutMs: number,
    /** Called once a run in which the model failed. */
    private readonly report: (error: unknown) => void,
  ) {
    zeroEmbeddingMetric();
  }

  /** Goes on until nothing is due or the model fails, which is given a rest. Answers how many vectors were stored. */
  async drain(): Promise<number> {
    const { queue } = this;
    const { model } = this.embedder;
    for (let stored = 0; ;) {
      const claimed = await queue.claim(model, this.clock.now(), LEASE_MS, BATCH);
      const { embedded, failed } = await this.embedAll(claimed);
      if (embedded.length > 0) await queue.store(model, embedded);
      stored += embedded.length;
      const [first] = failed;
      if (first) await this.postpone(failed, first.error);
      if (first || claimed.length === 0) {
        observeWaiting(await queue.waiting(model, COUNTED));
        return stored;
      }
    }
  }

  /** A text that the model refuses is set apart by halves, so that no other item waits for it. */
  private async embedAll(items: readonly ClaimedItem[]): Promise<{ embedded: EmbeddedItem[]; failed: Failed[] }> {
    if (items.length === 0) return { embedded: [], failed: [] };
    try {
      const texts = items.map(({ text }) => text);
      const vectors = await this.embedder.embed(texts, 'passage', this.timeoutMs);
      countEmbedding('item', 'embedded', items.length);
      return { embedded: items.map((item, i) => ({ ...item, values: vectors[i] ?? [] })), failed: [] };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined) throw error;
      if (items.length > 1 && error instanceof PermanentError && failure === 'refused') {
        const middle = Math.ceil(items.length / 2);
        const first = await this.embedAll(items.slice(0, middle));
        const second = await this.embedAll(items.slice(middle));
        return {
          embedded: [...first.embedded, ...second.embedded],
          failed: [...first.failed, ...second.failed],
        };
      }
      countEmbedding('item', failure, items.length);
      return { embedded: [], failed: items.map((item) => ({ ...item, error })) };
    }
  }

  private async postpone(failed: readonly Failed[], error: unknown): Promise<void> {
    this.report(error);
    const nowMs = this.clock.now();
    const later = failed.map((item) => ({ ...item, dueAtMs: nowMs + waitAfter(item.tries) }));
    await this.queue.postpone(this.embedder.model, later);
  }
}
