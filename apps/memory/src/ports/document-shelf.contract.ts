import { randomUUID } from 'node:crypto';
import { FixedClock, isRefusal, tenantId, userId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import { queryVector, termCounts } from '@plinth/terms';
import { plainText } from '../domain/documents/document-text';
import { ImportDocument, type SentDocument } from '../features/import-document/import-document';
import { DocumentReader, type DocumentSource } from './document-reader';
import type { DocumentShelf } from './document-shelf';
import { FixedPolicies } from './fixed-policies.stage';

const NOW = Date.UTC(2024, 4, 20, 2);
const V1 = '第一条 七日内可以退货。\n第二条 退款三日内到账。\n';
const V2 = '第一条 十五日内可以退货。\n第二条 退款当日到账。\n第三条 生鲜不退。\n';

class AsItIs extends DocumentReader {
  read({ content }: DocumentSource) {
    return Promise.resolve(plainText(typeof content === 'string' ? content : ''));
  }
}

/** What every shelf promises; `shelf` and `database` are two views of the same store. */
export function describeDocumentShelfOn(
  name: string,
  open: () => Promise<{ readonly database: SqlDatabase; readonly shelf: DocumentShelf; close(): Promise<void> }>,
): void {
  describe(`documents on ${name}`, () => {
    let store: Awaited<ReturnType<typeof open>>;
    let tenant = tenantId('t');
    beforeAll(async () => {
      store = await open();
    }, 120_000);
    afterAll(() => store.close());
    beforeEach(() => {
      tenant = tenantId(`t${randomUUID().slice(0, 8)}`);
    });

    const documents = (clock = new FixedClock(NOW)) =>
      new ImportDocument(new AsItIs(), store.shelf, new FixedPolicies(), clock, () => Promise.resolve());
    const sent = (content: string, more: Partial<SentDocument> = {}): SentDocument => ({
      documentId: '退货政策',
      version: 'v1',
      title: '退货政策',
      docType: 'policy',
      sharing: { visibility: 'org' },
      source: { mediaType: 'text/plain', content },
      ...more,
    });
    const put = async (document: SentDocument) => {
      const imported = await documents().put(tenant, document);
      return isRefusal(imported) ? imported.error.code : imported.decision;
    };
    const rows = (sql: string) => store.database.query(sql, [tenant], { tenant, curator: true });
    const live = async () =>
      (await rows(`SELECT item.clause, item.document_version AS version FROM shared_terms term
        JOIN shared_items item ON item.tenant = term.tenant AND item.id = term.item_id
        WHERE term.tenant = $1 AND term.live ORDER BY item.position`)) as { clause: string; version: string }[];

    it('M30: keeps each clause as an item with its number, version, type, language, validity and citation', async () => {
      const validUntilMs = NOW + 1_000_000;
      expect(await put(sent(V1, { validFromMs: NOW - 1, validUntilMs }))).toBe('store');
      const [first] = await rows('SELECT * FROM shared_items WHERE tenant = $1 ORDER BY position');
      expect(first).toMatchObject({
        document_id: '退货政策',
        document_version: 'v1',
        clause: '第一条',
        content: '第一条 七日内可以退货。',
        doc_type: 'policy',
        language: 'zh',
        source_type: 'document',
        kind: 'episode',
        status: 'active',
        user_id: null,
        valid_from_ms: NOW - 1,
        valid_until_ms: validUntilMs,
        attributes: { citation: '退货政策 第一条', above: [] },
      });
      expect(await rows('SELECT doc_type, language, valid_until_ms, live FROM shared_terms WHERE tenant = $1')).toEqual(
        [1, 2].map(() => ({ doc_type: 'policy', language: 'zh', valid_until_ms: validUntilMs, live: true })),
      );
    });

    it('M30: finds a clause by its words, as any text of memory is found', async () => {
      await put(sent(V1));
      const terms = queryVector(termCounts('退款几天到账'));
      const vector = `{${terms.map(([dimension, count]) => `${dimension}:${count}`).join(',')}}/1000000000`;
      const [best] = await store.database.query<{ clause: string }>(
        `SELECT item.clause FROM shared_terms term JOIN shared_items item ON item.tenant = term.tenant AND item.id = term.item_id
         WHERE term.tenant = $1 ORDER BY term.terms <#> $2::sparsevec LIMIT 1`,
        [tenant, vector],
        { tenant, user: 'li' },
      );
      expect(best).toEqual({ clause: '第二条' });
    });

    it('M30: changes nothing when the same content comes again', async () => {
      await put(sent(V1));
      const before = await rows('SELECT * FROM shared_items WHERE tenant = $1 ORDER BY id');
      expect(await put(sent(V1))).toBe('unchanged');
      expect(await rows('SELECT * FROM shared_items WHERE tenant = $1 ORDER BY id')).toEqual(before);
    });

    it('M30: a new version deprecates the clauses of the old one, and each version stays readable', async () => {
      await put(sent(V1));
      expect(await put(sent(V2, { version: 'v2' }))).toBe('store');
      expect((await live()).map(({ version }) => version)).toEqual(['v2', 'v2', 'v2']);
      expect(
        await rows(
          `SELECT DISTINCT status, retired_at_ms FROM shared_items WHERE tenant = $1 AND document_version = 'v1'`,
        ),
      ).toEqual([{ status: 'deprecated', retired_at_ms: NOW }]);
      const old = await documents().read(tenant, '退货政策', 'v1');
      expect(old).toMatchObject({
        document: { version: 'v1', status: 'deprecated' },
        versions: [{ version: 'v2', status: 'active' }, { version: 'v1' }],
        clauses: [{ number: '第一条', content: '第一条 七日内可以退货。' }, { number: '第二条' }],
      });
      expect(await documents().read(tenant, '退货政策')).toMatchObject({ document: { version: 'v2' } });
    });

    it('M30: refuses other content under a version that stands, and takes the old content back as the current one', async () => {
      await put(sent(V1));
      expect(await put(sent(V2))).toBe('document_version_taken');
      await put(sent(V2, { version: 'v2' }));
      expect(await put(sent(V1))).toBe('restore');
      expect(await live()).toEqual(['第一条', '第二条'].map((clause) => ({ clause, version: 'v1' })));
    });

    it('M21, M30: a change of who may see a document holds for every row of it at once', async () => {
      await put(sent(V1));
      expect(await put(sent(V1, { sharing: { visibility: 'department', department: '财务' } }))).toBe('restore');
      for (const table of ['documents', 'shared_items', 'shared_terms', 'shared_vectors'])
        expect(await rows(`SELECT DISTINCT visibility, department FROM ${table} WHERE tenant = $1`)).toEqual([
          { visibility: 'department', department: '财务' },
        ]);
      expect(await documents().read(tenant, '退货政策', undefined, userId('stranger'))).toMatchObject({
        error: { code: 'document_not_found' },
      });
    });

    it('M30: of versions that come at once one is current, and no clause of the others is found', async () => {
      const versions = ['v1', 'v2', 'v3', 'v4'];
      await Promise.all(versions.map((version) => put(sent(`第一条 ${version}`, { version }))));
      expect(await live()).toHaveLength(1);
      expect(await rows(`SELECT 1 FROM documents WHERE tenant = $1 AND status = 'active'`)).toHaveLength(1);
      expect(await rows('SELECT 1 FROM documents WHERE tenant = $1')).toHaveLength(versions.length);
    });

    it('M30: deletes a document with all its versions, terms and vectors, and says how much', async () => {
      await put(sent(V1));
      await put(sent(V2, { version: 'v2' }));
      const gone = await documents().remove(tenant, '退货政策');
      expect(gone).toEqual({ versions: 2, clauses: 5, terms: 5, vectors: 5 });
      for (const table of ['documents', 'shared_items', 'shared_terms', 'shared_vectors'])
        expect(await rows(`SELECT 1 FROM ${table} WHERE tenant = $1`)).toEqual([]);
      expect(await documents().remove(tenant, '退货政策')).toMatchObject({ error: { code: 'document_not_found' } });
    });

    it('refuses a validity that ends before it begins', async () => {
      expect(await put(sent(V1, { validFromMs: NOW, validUntilMs: NOW }))).toBe('invalid_request');
    });
  });
}
