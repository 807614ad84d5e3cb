import { randomUUID } from 'node:crypto';
import { isRefusal, userId } from '@plinth/kernel';
import { HotSessionCache } from '../adapters/outbound/hot-store/hot-session-cache';
import { PostgresItemErasure } from '../adapters/outbound/postgres/postgres-item-erasure';
import { PostgresSessionBook } from '../adapters/outbound/postgres/postgres-session-book';
import { EraseItem } from '../features/erase-item/erase-item';
import { TestMemory, type Stores } from './test-memory.stage';

const EMAIL = 'ana@example.com';

/** What erasing one item promises on every store. */
export function describeItemErasureOn(name: string, open: () => Promise<Stores & { close(): Promise<void> }>): void {
  describe(`erasing one item on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(() => stores.close());

    const memory = () => {
      const run = randomUUID().slice(0, 8);
      return new TestMemory(stores, { tenant: 'acme', user: `u-${run}`, session: `s-${run}` });
    };
    const erase = (one: TestMemory, item: string, user = one.user) => {
      const { database, hot } = stores;
      const cache = new HotSessionCache(hot, one.clock, 3_600_000, () => undefined);
      const book = new PostgresSessionBook(database);
      return new EraseItem(new PostgresItemErasure(database), book, cache, one.clock).erase(
        one.tenant,
        userId(user),
        item,
      );
    };
    async function confirmedEmail() {
      const one = memory();
      await one.turn('我的暗号是 蓝鲸-4471，请记住');
      const declared = await one.turn(`我的邮箱是${EMAIL}`);
      const item = declared.ask!.candidate_id;
      await one.turn('对的', { asked: item });
      return { one, item };
    }
    const derive = (one: TestMemory, from: string, content: string) =>
      stores.database.query(
        `INSERT INTO memory_items (tenant, id, user_id, kind, content, source_id, source_type, confidence, importance, status, observed_at_ms,
           valid_from_ms, created_at_ms, updated_at_ms, derived_from)
         VALUES ('acme', $1, $2, 'episode', $3, 's', 'inference', 1, 1, 'active', 0, 0, 0, 0, ARRAY[$4])`,
        [`${from}+`, one.user, content, from],
        { tenant: 'acme', user: one.user },
      );

    it('M18, M28: the preview of a turn that held no more than the beginning of the item goes with it', async () => {
      const one = memory();
      await one.turn('我该怎么退货？', {
        decisions: [{ kind: '推荐', choice: `上门取件${'，当天就到'.repeat(12)}`, reason: '附近没有门店'.repeat(9) }],
      });
      const [decision] = one.stored;
      const { items, preview } = await one.turn('先不说这个，上门取件当天就到吗');
      expect([items, preview?.items]).toMatchObject([[], [{ id: decision!.id, kept: false }]]);
      expect(await one.rowsWith('推荐：上门取件')).toEqual(['memory_items', 'inbox']);
      await erase(one, decision!.id);
      expect(await one.rowsWith('推荐：上门取件')).toEqual([]);
    });

    it('M18: the item, what was made of it and its words are nowhere any more; the rest of the session stays, on every replica', async () => {
      const { one, item } = await confirmedEmail();
      await derive(one, item, '常用联系方式的小结');
      await derive(one, `${item}+`, '小结的小结');
      expect(await one.rowsWith(EMAIL)).not.toEqual([]);

      expect(await erase(one, item)).toMatchObject({
        status: 'completed',
        counts: { memory_items: 3, profile_facts: 1, item_terms: 1, item_vectors: 1, derived_items: 2, hot_hashes: 2 },
        refused: [],
        verified: { found: 0 },
      });
      expect(await one.rowsWith(EMAIL)).toEqual([]);
      expect(await one.rowsWith('小结')).toEqual([]);
      for (const who of [one.replica(), one]) {
        who.goOnFrom(one);
        const { session } = await who.turn('我的邮箱是什么？');
        expect(session.facts).toEqual({ 暗号: '蓝鲸-4471' });
        one.goOnFrom(who);
      }
      expect(await erase(one, item)).toMatchObject({ error: { code: 'item_not_found' } });
    });

    it('M18: erasing an age of 30 takes no phone, order or address that holds a 30, and no turn in which they were said', async () => {
      const one = memory();
      await stores.database.query(
        `INSERT INTO users (tenant, user_id, first_seen_ms, mode) VALUES ('acme', $1, 0, 'learn')`,
        [one.user],
        { tenant: 'acme', user: one.user },
      );
      const unrelated = one.command('我的电话是13800301234');
      const before = await one.assembleContext.assemble(unrelated);
      await one.commitTurn.commit(one.commitOf(unrelated, unrelated.data.text));
      await one.turn('我今年30岁');
      await one.turn('我的订单号是DD20301130001');
      await one.turn('我住在杭州市文三路30号');
      const rows = (sql: string) =>
        stores.database.query<{ text: string; key: string | null }>(sql, [one.user], {
          tenant: 'acme',
          user: one.user,
        });
      const kept = async () => ({
        facts: await rows(
          `SELECT value AS text, key FROM profile_facts WHERE user_id = $1 AND key <> 'age' ORDER BY id`,
        ),
        log: await rows(
          `SELECT new_value AS text, key FROM change_log WHERE user_id = $1 AND key <> 'age' ORDER BY id`,
        ),
        rounds: await rows(
          `SELECT said AS text, NULL AS key FROM session_rounds WHERE user_id = $1 AND said IS DISTINCT FROM '我今年30岁' ORDER BY n`,
        ),
        operations: await rows(
          `SELECT operations::text AS text, NULL AS key FROM session_updates WHERE user_id = $1 AND operations::text NOT LIKE '%"age"%' ORDER BY n`,
        ),
      });
      const all = await kept();
      expect(all.facts.map(({ key }) => key)).toEqual(expect.arrayContaining(['phone']));
      const [age] = await rows(`SELECT id AS text, key FROM profile_facts WHERE user_id = $1 AND key = 'age'`);
      expect(await erase(one, age!.text)).toMatchObject({ verified: { found: 0 }, counts: { session_rounds: 1 } });

      const after = await kept();
      expect({ ...after, rounds: after.rounds.filter(({ text }) => text !== null) }).toEqual(all);
      expect(await one.assembleContext.assemble(unrelated)).toEqual(before);
      expect(await one.rowsWith('30岁')).toEqual([]);
      expect(await one.rowsWith('"age": "30"')).toEqual([]);
      const replica = one.replica();
      replica.goOnFrom(one);
      const { session } = await replica.turn('你好');
      expect(session.facts).not.toHaveProperty('age');
      expect(Object.values({ ...session.facts, ...session.state }).join()).toMatch(
        /13800301234.*文三路30号|文三路30号.*13800301234/,
      );
    });

    it('M15, M18: an erased preference that was inferred goes with the signals that showed it, and is not concluded again', async () => {
      const run = randomUUID().slice(0, 8);
      const session = (n: number) => {
        const one = new TestMemory(stores, { tenant: 'acme', user: `u-${run}`, session: `s${n}-${run}` });
        one.clock.advance(n * 86_400_000);
        return one;
      };
      let last = session(0);
      const show = async (from: number, until: number) => {
        for (let n = from; n < until; n++) {
          last = session(n);
          await last.turn('太长了，说重点');
          await last.turn('简单点说');
        }
      };
      await stores.database.query(
        `INSERT INTO users (tenant, user_id, first_seen_ms, mode) VALUES ('acme', $1, 0, 'learn')`,
        [last.user],
        { tenant: 'acme', user: last.user },
      );
      const known = () =>
        stores.database.query<{ id: string; value: string; status: string }>(
          `SELECT id, value, status FROM profile_facts WHERE user_id = $1 AND key = 'reply_length'`,
          [last.user],
          { tenant: 'acme', user: last.user },
        );
      await show(0, 5);
      const [learned] = await known();
      expect(learned).toMatchObject({ value: '简洁', status: 'active' });
      expect(await erase(last, learned!.id)).toMatchObject({
        verified: { found: 0 },
        counts: { profile_facts: 1, preference_signals: expect.any(Number) },
        kept: [expect.stringContaining('`reply_length` = `brief`')],
      });
      const shown = () =>
        stores.database.query('SELECT 1 FROM preference_signals WHERE user_id = $1', [last.user], {
          tenant: 'acme',
          user: last.user,
        });
      expect(await shown()).toEqual([]);
      await show(6, 11);
      expect(await known()).toMatchObject([{ value: 'brief', status: 'refused' }]);
    });

    it('M18: the commit that wrote the item, replayed, writes nothing', async () => {
      const one = memory();
      const said = one.command('为什么推荐');
      const assembled = await one.assembleContext.assemble(said);
      if (isRefusal(assembled)) throw new Error(assembled.error.code);
      const commit = one.commitOf(said, '为什么推荐', {
        decisions: [{ kind: '推荐', choice: '上门取件', reason: '近' }],
      });
      const committed = await one.commitTurn.commit(commit);
      if (isRefusal(committed)) throw new Error(committed.error.code);
      const [item] = committed.stored;
      await erase(one, item!.id);
      await one.replica().commitTurn.commit(commit);
      expect(await one.rowsWith('上门取件')).toEqual([]);
    });

    it('M18: what a retention rule keeps is refused with its end, and nothing of it is erased', async () => {
      const { one, item } = await confirmedEmail();
      const untilMs = one.clock.now() + 3_600_000;
      await stores.database.query('UPDATE memory_items SET retained_until_ms = $2 WHERE id = $1', [item, untilMs], {
        tenant: 'acme',
        user: one.user,
      });
      const before = await one.rowsWith(EMAIL);
      expect(await erase(one, item)).toMatchObject({
        status: 'refused',
        counts: {},
        refused: [{ rule: 'retention', until: new Date(untilMs).toISOString() }],
      });
      expect(await one.rowsWith(EMAIL)).toEqual(before);
    });

    it('M20: nobody erases the item of another user', async () => {
      const [{ one, item }, thief] = [await confirmedEmail(), memory()];
      expect(await erase(one, item, thief.user)).toMatchObject({ error: { code: 'item_not_found' } });
      expect(await one.rowsWith(EMAIL)).not.toEqual([]);
    });
  });
}
