import { FixedClock, isRefusal, RandomIds, tenantId, userId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import { PostgresItemLedger } from '../adapters/outbound/postgres/postgres-item-ledger';
import { PostgresMemorySearch } from '../adapters/outbound/postgres/postgres-memory-search';
import type { Candidate } from '../domain/recall/candidate';
import { DEFAULT_RECALL_POLICY } from '../domain/recall/recall-policy';
import { recallQuery } from '../domain/recall/recall-query';
import { WriteItems } from '../features/write-items/write-items';
import type { ItemDraft } from '../features/write-items/item-draft';
import { FixedPolicies } from './fixed-policies.stage';
import type { SearchBounds } from './memory-search';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Monday 2024-05-20, 10:00 in Shanghai. */
const NOW = Date.UTC(2024, 4, 20, 2);

/** What recall may rely on, on each database; `asOne` has one connection, so that searches follow one another on it. */
export function describeMemorySearchOn(
  name: string,
  open: () => Promise<{ database: SqlDatabase; close(): Promise<void> }>,
): void {
  describe(`the arms of recall on ${name}`, () => {
    let database: SqlDatabase;
    let close: () => Promise<void>;
    let users = 0;
    beforeAll(async () => {
      ({ database, close } = await open());
    }, 120_000);
    afterAll(() => close());

    const tenant = tenantId('acme');
    const someone = () => userId(`user-${++users}`);
    const write = async (
      user: ReturnType<typeof someone>,
      contents: readonly (string | Partial<ItemDraft>)[],
      at = NOW - DAY,
    ) => {
      const drafts = contents.map((content, i): ItemDraft => {
        const given = typeof content === 'string' ? { content } : content;
        return {
          userId: user,
          kind: 'episode',
          source: { id: `s-${users}-${i}`, channel: 'test', type: 'user' },
          timestampMs: at + i * MINUTE,
          ...given,
        };
      });
      const items = new WriteItems(
        new PostgresItemLedger(database, new FixedClock(at)),
        new FixedPolicies(),
        new RandomIds(),
      );
      const written = await items.write({ tenant, drafts });
      if (isRefusal(written)) throw new Error(written.error.code);
      return written.map(({ id }) => id);
    };
    const search = async (user: ReturnType<typeof someone>, text: string, more: Partial<SearchBounds> = {}) => {
      const { armLimit, considered, conversationGapMs } = DEFAULT_RECALL_POLICY;
      const query = recallQuery(text, { nowMs: NOW, timeZone: 'Asia/Shanghai' });
      const bounds = { nowMs: NOW, armLimit, considered, conversationGapMs, ...more };
      return (await new PostgresMemorySearch(database).search(tenant, user, query, bounds)).found;
    };
    const contents = (found: readonly Candidate[]) => found.map(({ content }) => content);

    it('M6: each arm finds by itself, with its rank and its raw score', async () => {
      const user = someone();
      await write(user, ['望远镜放在阁楼\n好的。', 'a comedy at the cinema, with a friend', '今天很累\n早点休息吧。']);
      const [words] = await search(user, '望远镜');
      expect(words).toMatchObject({
        content: expect.stringContaining('阁楼') as string,
        arms: { keyword: { rank: 1 } },
      });
      expect(words?.arms.keyword?.score).toBeGreaterThan(1);
      const near = (await search(user, '我看过什么电影')).find(({ content }) => content.includes('cinema'));
      expect(near).toMatchObject({ arms: { vector: { rank: 1 } }, cosine: expect.any(Number) as number });
      expect(near?.arms.keyword).toBeUndefined();
      const timed = await search(user, '昨天');
      expect(timed.filter(({ arms }) => arms.time)).toHaveLength(3);
      expect(await search(user, '昨天', { armLimit: 10, considered: 10 })).toHaveLength(3);
    });

    it('M6: what follows what the words speak of is found too, within one conversation alone', async () => {
      const user = someone();
      await write(user, ['我想养宠物\n你最喜欢哪种动物？', '水獭\n可爱！'], NOW - DAY);
      await write(user, ['今天下雨了\n是的。'], NOW - DAY + 3 * HOUR);
      const found = await search(user, '我喜欢哪种动物');
      const answer = found.find(({ content }) => content.startsWith('水獭'));
      expect(answer).toMatchObject({ arms: { answer: { rank: 1 } }, before: '我想养宠物\n你最喜欢哪种动物？' });
      expect(found.find(({ content }) => content.includes('下雨'))?.arms.answer).toBeUndefined();
    });

    it('M11: a day is found by when it was said and by the date that a text bears, in the user’s own time zone; without a year the last one', async () => {
      const user = someone();
      await write(user, ['[2024-05-02] 去了海边', '[2024-05-03] 在家'], NOW - DAY);
      await write(user, ['一年前的那天\n嗯'], Date.UTC(2023, 4, 2, 3));
      await write(user, ['那天说的话'], Date.UTC(2024, 4, 1, 17));
      const onTheDay = async (text: string) =>
        contents((await search(user, text)).filter(({ arms }) => arms.time)).toSorted();
      expect(await onTheDay('5月2日我做了什么')).toEqual(['[2024-05-02] 去了海边', '那天说的话'].toSorted());
      expect(await onTheDay('what happened on May 3rd?')).toEqual(['[2024-05-03] 在家']);
      expect(await onTheDay('2023年5月2日')).toEqual(['一年前的那天\n嗯']);
      expect(await onTheDay('8月2日')).toEqual([]);
    });

    it('M29: as of a day, what was known and held then', async () => {
      const user = someone();
      const [early] = await write(user, ['望远镜在阁楼'], NOW - 30 * DAY);
      await write(user, ['望远镜在书房'], NOW - 10 * DAY);
      await write(user, [{ content: '望远镜借给了邻居', validUntilMs: NOW - 2 * DAY }], NOW - 5 * DAY);
      await database.query(
        `UPDATE memory_items SET status = 'deprecated', retired_at_ms = $2 WHERE id = $1`,
        [early, NOW - 10 * DAY],
        { tenant, user },
      );
      const asOf = async (days: number | undefined) =>
        contents(await search(user, '望远镜', days === undefined ? {} : { asOfMs: NOW - days * DAY })).toSorted();
      expect(await asOf(undefined)).toEqual(['望远镜在书房']);
      expect(await asOf(20)).toEqual(['望远镜在阁楼']);
      expect(await asOf(3)).toEqual(['望远镜借给了邻居', '望远镜在书房'].toSorted());
      expect(await asOf(40)).toEqual([]);
    });

    it('M27: an agent sees its own space and the common one, M16: and what is only for reference when it is asked for', async () => {
      const user = someone();
      const [old] = await write(user, ['望远镜是旧的', { content: '望远镜的笔记', space: 'astronomer' }]);
      expect(contents(await search(user, '望远镜'))).toEqual(['望远镜是旧的']);
      expect(await search(user, '望远镜', { space: 'astronomer' })).toHaveLength(2);
      expect(contents(await search(user, '望远镜', { space: 'gardener' }))).toEqual(['望远镜是旧的']);
      await database.query(`UPDATE memory_items SET status = 'reference' WHERE id = $1`, [old], { tenant, user });
      expect(await search(user, '望远镜')).toMatchObject([{ reference: true }]);
      expect(await search(user, '望远镜', { unasked: true })).toEqual([]);
    });

    it('M21, M30: finds clauses of the organisation’s documents, and a department’s for its members alone', async () => {
      const [member, other] = [someone(), someone()];
      await database.query(
        `INSERT INTO members (tenant, user_id, department, role, joined_at_ms) VALUES ($1, $2, 'service', 'employee', 0)`,
        [tenant, member],
        { tenant, user: member, curator: true },
      );
      for (const [id, visibility, department] of [
        ['c-org', 'org', null],
        ['c-dep', 'department', 'service'],
      ] as const) {
        await database.query(
          `WITH item AS (INSERT INTO shared_items (tenant, id, visibility, department, kind, content, content_hash, document_id, document_version, clause,
             source_id, source_type, confidence, importance, status, valid_from_ms, created_at_ms, updated_at_ms)
             VALUES ($1, $2, $3, $4, 'fact', '量子退货须在七日内', 'h', 'policy', '3', '5.2', 'policy', 'document', 0.85, 0.5, 'active', 0, 0, 0))
           INSERT INTO shared_terms (tenant, item_id, visibility, department, terms, doc_type, recorded_at_ms, valid_from_ms)
           SELECT $1, $2, $3, $4, $5::sparsevec, 'policy', 0, 0`,
          [
            tenant,
            id,
            visibility,
            department,
            `{${recallQuery('量子退货', { nowMs: NOW, timeZone: 'UTC' })
              .terms.map(([d]) => `${d}:1`)
              .join(',')}}/1000000000`,
          ],
          { tenant, user: member, curator: true },
        );
      }
      const found = await search(member, '量子退货几天内');
      expect(found.map(({ id }) => id).toSorted()).toEqual(['c-dep', 'c-org']);
      expect(found[0]).toMatchObject({ shared: true, document: { id: 'policy', version: '3', clause: '5.2' } });
      expect((await search(other, '量子退货几天内')).map(({ id }) => id)).toEqual(['c-org']);
      expect(await search(other, '量子退货几天内', { docType: 'manual' })).toEqual([]);
    });

    it('M20: finds nothing of another user, and nothing that others store moves a score, on the first search of a connection or the twentieth', async () => {
      const user = someone();
      await write(user, ['望远镜在阁楼', '显微镜在书房', '阁楼漏水了']);
      const before = await search(user, '阁楼里的望远镜');
      expect(before.length).toBeGreaterThan(1);
      for (let i = 0; i < 8; i++) {
        const other = someone();
        await write(
          other,
          Array.from({ length: 40 }, (_, n) => `阁楼里的望远镜 ${other} ${n}`),
        );
      }
      await database.query('SELECT 1', [], { tenant });
      for (let i = 0; i < 20; i++) expect(await search(user, '阁楼里的望远镜')).toEqual(before);
    });
  });
}
