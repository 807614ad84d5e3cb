import { EmbedQuestion, type Embedder } from '@plinth/embedding';
import { FixedClock, isRefusal, RandomIds, tenantId, TransientError, userId, type UserId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import { PostgresDocumentShelf } from '../adapters/outbound/documents/postgres-document-shelf';
import { PostgresEmbeddingQueue } from '../adapters/outbound/postgres/postgres-embedding-queue';
import { PostgresItemLedger } from '../adapters/outbound/postgres/postgres-item-ledger';
import { PostgresMemorySearch } from '../adapters/outbound/postgres/postgres-memory-search';
import { PostgresSessionBook } from '../adapters/outbound/postgres/postgres-session-book';
import { PostgresVectorRenewal } from '../adapters/outbound/postgres/postgres-vector-renewal';
import { plainText } from '../domain/documents/document-text';
import { EmbedItems } from '../features/embed-items/embed-items';
import { RenewVectors } from '../features/embed-items/renew-vectors';
import { ImportDocument } from '../features/import-document/import-document';
import { RecallMemory } from '../features/recall-memory/recall-memory';
import { WriteItems } from '../features/write-items/write-items';
import { FixedPolicies } from './fixed-policies.stage';

const NOW = Date.UTC(2024, 4, 20, 2);
const HOUR = 3_600_000;
const tenant = tenantId('acme');
const policies = new FixedPolicies({
  recall: { models: { 'one@2': { unrelated: 0, same: 1, weight: 1 }, 'two@3': { unrelated: 0, same: 1, weight: 1 } } },
});

/** Texts about boats point one way, all others another. */
class ScriptedEmbedder implements Embedder {
  failing = false;
  readonly texts: string[] = [];

  constructor(
    readonly model: string,
    private readonly dimensions: number,
  ) {}

  embed(texts: readonly string[]): Promise<number[][]> {
    if (this.failing) return Promise.reject(new TransientError('embeddings_unavailable', 'away'));
    this.texts.push(...texts);
    return Promise.resolve(
      texts.map((text) =>
        Array.from({ length: this.dimensions }, (_, i) => (i === (/dinghy|sail/.test(text) ? 0 : 1) ? 1 : 0)),
      ),
    );
  }
}

/** What a replica with that model does; `undefined` is one with the local embedder. */
function replica(database: SqlDatabase, embedder: ScriptedEmbedder | undefined, clock = new FixedClock(NOW)) {
  const questions =
    embedder &&
    new EmbedQuestion(
      embedder,
      150,
      () => clock.now(),
      () => undefined,
      () => undefined,
    );
  const ledger = new PostgresItemLedger(database, clock, embedder?.model);
  const search = new PostgresMemorySearch(database);
  const reader = { read: () => Promise.resolve(plainText('1.1 The dinghy is kept dry.\n')) };
  return {
    clock,
    items: new WriteItems(ledger, policies, new RandomIds()),
    recall: new RecallMemory(search, new PostgresSessionBook(database), policies, clock, () => 0, questions),
    documents: new ImportDocument(reader, new PostgresDocumentShelf(database, embedder?.model), policies, clock, () =>
      Promise.resolve(),
    ),
    drain: () => {
      if (!embedder) throw new Error('the local embedder has nothing to drain');
      return new EmbedItems(embedder, new PostgresEmbeddingQueue(database), clock, 1_000, () => undefined).drain();
    },
    renew: () =>
      new RenewVectors(new PostgresVectorRenewal(database), embedder?.model ?? 'plinth-local-1', clock, () =>
        Promise.resolve(),
      ).renew(),
  };
}

/** Vectors by a model that is asked over the network, and a change of model, on each database. */
export function describeEmbeddingOn(
  name: string,
  open: () => Promise<{ database: SqlDatabase; close(): Promise<void> }>,
): void {
  describe(`vectors of a model on ${name}`, () => {
    let database: SqlDatabase;
    let close: () => Promise<void>;
    let users = 0;
    let said = 0;
    beforeAll(async () => {
      ({ database, close } = await open());
    }, 120_000);
    afterAll(() => close());
    beforeEach(async () => {
      await database.query('DELETE FROM embedding_queue', [], { tenant });
    });

    const someone = () => userId(`user-${++users}`);
    const write = async (by: ReturnType<typeof replica>, user: UserId, ...contents: string[]) => {
      const drafts = contents.map((content, i) => ({
        userId: user,
        kind: 'episode' as const,
        content,
        source: { id: `s-${user}-${content}-${i}`, channel: 'test', type: 'user' as const },
        // So far apart that none is found for following another.
        timestampMs: NOW - ++said * HOUR,
      }));
      const written = await by.items.write({ tenant, drafts });
      if (isRefusal(written)) throw new Error(written.error.code);
      return written.map(({ id }) => id);
    };
    const vectorsOf = async (user: UserId) =>
      (
        await database.query<{ model: string; count: number }>(
          'SELECT model, count(*)::integer AS count FROM item_vectors WHERE tenant = $1 AND user_id = $2 GROUP BY model ORDER BY model',
          [tenant, user],
          { tenant, user },
        )
      ).map(({ model, count }) => `${model}: ${count}`);
    const recalled = async (by: ReturnType<typeof replica>, user: UserId, query: string) => {
      const found = await by.recall.recall({ tenant, userId: user, query, topK: 5, nowMs: NOW });
      if (isRefusal(found)) throw new Error(found.error.code);
      return found.ranked.map(({ candidate: { content, arms, cosine } }) => ({
        content,
        arms: Object.keys(arms).toSorted(),
        cosine,
      }));
    };

    it('M6: an item is found by its words at once and by its vector after the queue was worked off', async () => {
      const user = someone();
      const model = new ScriptedEmbedder('one@2', 2);
      const one = replica(database, model);
      await write(one, user, 'the dinghy leaks', 'rain tomorrow');
      expect(await vectorsOf(user)).toEqual([]);
      expect(await recalled(one, user, 'dinghy')).toEqual([{ content: 'the dinghy leaks', arms: ['keyword'] }]);
      expect(await recalled(one, user, 'sailing')).toEqual([]);
      expect(await one.drain()).toBe(2);
      expect(await vectorsOf(user)).toEqual(['one@2: 2']);
      expect(await recalled(one, user, 'sailing')).toEqual([
        { content: 'the dinghy leaks', arms: ['vector'], cosine: 1 },
      ]);
      expect(await one.drain()).toBe(0);
    });

    it('M6: with the model away a write is stored, recall answers by words, and the item is embedded later', async () => {
      const user = someone();
      const model = new ScriptedEmbedder('one@2', 2);
      const one = replica(database, model);
      model.failing = true;
      await write(one, user, 'the dinghy leaks');
      expect(await one.drain()).toBe(0);
      expect(await recalled(one, user, 'dinghy')).toEqual([{ content: 'the dinghy leaks', arms: ['keyword'] }]);
      model.failing = false;
      expect(await one.drain()).toBe(0);
      one.clock.advance(1_000);
      expect(await one.drain()).toBe(1);
      expect(await recalled(one, user, 'sailing')).toMatchObject([{ arms: ['vector'] }]);
    });

    it('two replicas share the queue: each item is embedded once', async () => {
      const user = someone();
      const models = [new ScriptedEmbedder('one@2', 2), new ScriptedEmbedder('one@2', 2)];
      const [one, two] = models.map((model) => replica(database, model));
      const texts = Array.from({ length: 80 }, (_, i) => `note ${i} about the garden`);
      await write(one!, user, ...texts);
      const stored = await Promise.all([one!.drain(), two!.drain()]);
      expect(stored.reduce((sum, count) => sum + count, 0)).toBe(80);
      expect(models.flatMap((model) => model.texts).toSorted()).toEqual(texts.toSorted());
      expect(await vectorsOf(user)).toEqual(['one@2: 80']);
    });

    it('what a replica claimed and never stored comes due again when its lease ends', async () => {
      const user = someone();
      const one = replica(database, new ScriptedEmbedder('one@2', 2));
      await write(one, user, 'the dinghy leaks');
      expect(await new PostgresEmbeddingQueue(database).claim('one@2', NOW, 300_000, 10)).toMatchObject([
        { userId: user, text: 'the dinghy leaks', tries: 1 },
      ]);
      expect(await one.drain()).toBe(0);
      one.clock.advance(300_000);
      expect(await one.drain()).toBe(1);
    });

    it('M18: an item that was erased while the model worked on it gets no vector', async () => {
      const user = someone();
      const one = replica(database, new ScriptedEmbedder('one@2', 2));
      await write(one, user, 'the dinghy leaks');
      const queue = new PostgresEmbeddingQueue(database);
      const claimed = await queue.claim('one@2', NOW, 300_000, 10);
      for (const table of ['item_terms', 'item_vectors', 'memory_items'])
        await database.query(`DELETE FROM ${table} WHERE tenant = $1 AND user_id = $2`, [tenant, user], {
          tenant,
          user,
        });
      await queue.store(
        'one@2',
        claimed.map((item) => ({ ...item, values: [1, 0] })),
      );
      expect(await vectorsOf(user)).toEqual([]);
      expect(await queue.waiting('one@2', 10)).toBe(0);
    });

    it('M30: clauses of documents wait in the same queue and are found by their vectors too', async () => {
      const user = someone();
      const model = new ScriptedEmbedder('one@2', 2);
      const one = replica(database, model);
      const header = { documentId: 'boats', version: '1', title: 'Boats', docType: 'policy' };
      const sent = {
        ...header,
        sharing: { visibility: 'org' as const },
        source: { mediaType: 'text/plain' as const, content: Buffer.from('x') },
      };
      const put = await one.documents.put(tenant, sent);
      expect(put).toMatchObject({ decision: 'store' });
      expect(await recalled(one, user, 'sailing')).toEqual([]);
      expect(await one.drain()).toBe(1);
      expect(await recalled(one, user, 'sailing')).toMatchObject([{ arms: ['shared_vector'], cosine: 1 }]);

      const two = replica(database, new ScriptedEmbedder('two@3', 3));
      await write(two, user, 'rain');
      await two.renew();
      expect(await two.drain()).toBeGreaterThanOrEqual(2);
      expect(await recalled(two, user, 'sailing')).toMatchObject([{ arms: ['shared_vector'] }]);
      await one.documents.remove(tenant, 'boats');
    });

    it('a change of model under concurrent writes leaves no item without a vector of the new one, none of the old, and recall never fails', async () => {
      const user = someone();
      const [before, one, two] = [
        replica(database, undefined),
        replica(database, new ScriptedEmbedder('one@2', 2)),
        replica(database, new ScriptedEmbedder('two@3', 3)),
      ];
      await write(before, user, ...Array.from({ length: 20 }, (_, i) => `local note ${i}`));
      await write(one, user, ...Array.from({ length: 20 }, (_, i) => `first note ${i}`), 'the dinghy leaks');
      await one.drain();
      expect(await vectorsOf(user)).toEqual(['one@2: 21', 'plinth-local-1: 20']);

      const during = async (by: ReturnType<typeof replica>, what: string) => {
        for (let i = 0; i < 10; i++) {
          await write(by, user, `${what} ${i}`);
          expect(await recalled(by, user, 'dinghy')).toMatchObject([{ content: 'the dinghy leaks' }]);
        }
      };
      const change = async () => {
        for (let i = 0; i < 5; i++) {
          await two.renew();
          await two.drain();
          await one.drain();
        }
      };
      await Promise.all([during(one, 'old replica'), during(two, 'new replica'), change()]);
      await two.renew();
      await two.drain();
      expect(await two.renew()).toMatchObject({ queued: 0 });
      expect(await vectorsOf(user)).toEqual(['two@3: 61']);
      expect(await recalled(two, user, 'sailing')).toMatchObject([{ content: 'the dinghy leaks', arms: ['vector'] }]);
    });

    it('as long as one item lacks the new vector the old ones stay', async () => {
      const user = someone();
      const one = replica(database, new ScriptedEmbedder('one@2', 2));
      const two = replica(database, new ScriptedEmbedder('two@3', 3));
      await write(one, user, 'the dinghy leaks');
      await one.drain();
      await two.renew();
      expect(await vectorsOf(user)).toEqual(['one@2: 1']);
      await two.drain();
      expect(await vectorsOf(user)).toEqual(['one@2: 1', 'two@3: 1']);
      expect(await recalled(one, user, 'sailing')).toMatchObject([{ arms: ['vector'] }]);
      await two.renew();
      expect(await vectorsOf(user)).toEqual(['two@3: 1']);
    });
  });
}
