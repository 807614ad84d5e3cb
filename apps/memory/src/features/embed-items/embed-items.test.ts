import { FixedClock, PermanentError, tenantId, TransientError } from '@plinth/kernel';
import type { Embedder } from '@plinth/embedding';
import { EmbeddingQueue, type ClaimedItem, type EmbeddedItem, type QueuedItem } from '../../ports/embedding-queue';
import { EmbedItems, waitAfter } from './embed-items';

const items = (...texts: string[]): ClaimedItem[] =>
  texts.map((text) => ({ tenant: tenantId('acme'), itemId: text, tries: 1, text }));

/** Gives what it was filled with, once. */
class ScriptedQueue extends EmbeddingQueue {
  readonly stored: string[] = [];
  readonly postponed: [string, number][] = [];

  constructor(private readonly batches: ClaimedItem[][]) {
    super();
  }
  claim() {
    return Promise.resolve(this.batches.shift() ?? []);
  }
  store(_model: string, embedded: readonly EmbeddedItem[]) {
    this.stored.push(...embedded.map(({ itemId }) => itemId));
    return Promise.resolve();
  }
  postpone(_model: string, later: readonly (QueuedItem & { readonly dueAtMs: number })[]) {
    this.postponed.push(...later.map(({ itemId, dueAtMs }): [string, number] => [itemId, dueAtMs]));
    return Promise.resolve();
  }
  waiting() {
    return Promise.resolve(this.postponed.length);
  }
}

const drained = async (queue: ScriptedQueue, answer: (texts: readonly string[]) => Promise<number[][]>) => {
  const reported: unknown[] = [];
  const embedder: Embedder = { model: 'm@2', embed: answer };
  const embedItems = new EmbedItems(embedder, queue, new FixedClock(1_000), 10_000, (error) => reported.push(error));
  return { stored: await embedItems.drain(), reported };
};
const vectors = (texts: readonly string[]) => Promise.resolve(texts.map(() => [1, 0]));

describe('items that wait for their vectors', () => {
  it('get them batch by batch until none is due', async () => {
    const queue = new ScriptedQueue([items('a', 'b'), items('c')]);
    expect(await drained(queue, vectors)).toEqual({ stored: 3, reported: [] });
    expect(queue.stored).toEqual(['a', 'b', 'c']);
  });

  it('wait longer when the model is away, and the model gets a rest: the next batch is not tried', async () => {
    const queue = new ScriptedQueue([items('a', 'b'), items('c')]);
    const away = await drained(queue, () => Promise.reject(new TransientError('embeddings_unavailable', 'x')));
    expect(away).toMatchObject({ stored: 0, reported: [{ code: 'embeddings_unavailable' }] });
    expect(queue.postponed).toEqual([
      ['a', 2_000],
      ['b', 2_000],
    ]);
  });

  it('do not wait for one that the model refuses: it alone is put off', async () => {
    const queue = new ScriptedQueue([items('a', 'bad', 'c', 'd', 'e')]);
    const answer = (texts: readonly string[]) =>
      texts.includes('bad') ? Promise.reject(new PermanentError('embeddings_refused', 'x')) : vectors(texts);
    expect(await drained(queue, answer)).toMatchObject({ stored: 4, reported: [{ code: 'embeddings_refused' }] });
    expect(queue.stored).toEqual(['a', 'c', 'd', 'e']);
    expect(queue.postponed.map(([id]) => id)).toEqual(['bad']);
  });

  it('wait twice as long after each try, five minutes at most', () => {
    expect([1, 2, 3, 9, 10, 5_000].map(waitAfter)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
  });
});
