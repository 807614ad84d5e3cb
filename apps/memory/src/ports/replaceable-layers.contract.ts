import { randomUUID } from 'node:crypto';
import {
  itemsInMemory,
  LedgerWithLayer,
  profileInMemory,
  SessionsInMemory,
  windowInMemory,
  type LayerElsewhere,
} from './layer-elsewhere.stage';
import { TestMemory, type Stores } from './test-memory.stage';

const REASON = '附近没有门店';

/**
 * Each of the five layers is exchanged alone, for one that keeps nothing in the stores, and the same dialogue goes the same way. A turn
 * reads and writes its layers in one statement and one transaction, hence by one port: a layer is exchanged around it.
 */
export function describeReplaceableLayersOn(
  name: string,
  open: () => Promise<Stores & { close(): Promise<void> }>,
): void {
  describe(`each layer of memory on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    const run = randomUUID().slice(0, 8);
    let count = 0;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(async () => {
      await stores.close();
    });

    const memory = (layer?: LayerElsewhere, cache?: SessionsInMemory) =>
      new TestMemory(
        stores,
        { tenant: 'layers', user: `u${++count}-${run}`, session: `s${count}-${run}` },
        {
          exchanged: {
            ...(layer ? { ledger: (inner) => new LedgerWithLayer(inner, layer) } : {}),
            ...(cache ? { cache } : {}),
          },
        },
      );

    /** What the user notices of it. */
    const dialogue = async (one: TestMemory) => {
      const declared = await one.turn('我的邮箱是ana@example.com', { reply: '需要我记住吗？' });
      const turns = [
        await one.turn('对的', { asked: declared.ask!.candidate_id, reply: '好的。' }),
        await one.turn('我要查订单A1001', { reply: '订单A1001已发货。' }),
        await one.turn('不对，是A1002', {
          reply: '订单A1002在途。',
          decisions: [{ kind: '推荐', choice: '上门取件', reason: REASON }],
        }),
        await one.turn('你上次为什么推荐上门取件？'),
        await one.turn('用户的邮箱地址资料里写了什么'),
      ];
      const later = one.inSession(`later-${one.session}`);
      turns.push(await later.turn('我的邮箱是什么？'));
      return turns.map(({ session, changes, items, answer, context }) => ({
        ...{ session, changes, items: items.map(({ content, kind, layer }) => ({ content, kind, layer })) },
        answer: answer && { ...answer, item_id: undefined },
        rounds: context?.rounds.map(({ said, replied }) => ({ said, replied })),
      }));
    };
    const rowsOf = async ({ tenant, user }: TestMemory, table: string, condition = 'true') =>
      (
        await stores.database.query(`SELECT 1 FROM ${table} WHERE user_id = $1 AND ${condition}`, [user], {
          tenant,
          user,
        })
      ).length;

    it('M2: the dialogue uses all five: window, session, profile, semantic and episodic items', async () => {
      const one = memory();
      const told = await dialogue(one);
      expect(told.at(-1)).toMatchObject({ answer: { value: 'ana@example.com', layer: 'profile' } });
      expect(told[2]).toMatchObject({ session: { state: { order_number: 'A1002' } } });
      expect(told[3]?.items).toContainEqual(expect.objectContaining({ content: expect.stringContaining(REASON) }));
      expect(told[4]?.rounds?.length).toBeGreaterThan(2);
      for (const [table, condition] of [
        ['session_rounds'],
        ['session_updates'],
        ['profile_facts'],
        ['memory_items', `kind = 'episode'`],
        ['memory_items', `kind <> 'episode'`],
      ] as const)
        expect([table, condition, await rowsOf(one, table, condition)]).not.toEqual([table, condition, 0]);
    });

    it.each([
      ['working context', windowInMemory, 'session_rounds', 'true'],
      ['profile', profileInMemory, 'profile_facts', 'true'],
      ['semantic items', () => itemsInMemory((kind) => kind !== 'episode'), 'memory_items', `kind <> 'episode'`],
      ['episodic items', () => itemsInMemory((kind) => kind === 'episode'), 'memory_items', `kind = 'episode'`],
    ] as const)('M2: the %s alone can be kept elsewhere', async (_layer, elsewhere, table, condition) => {
      const other = memory(elsewhere());
      expect(await dialogue(other)).toEqual(await dialogue(memory()));
      expect(await rowsOf(other, table, condition)).toBe(0);
    });

    it('M2: the hot copy of sessions alone can be kept elsewhere', async () => {
      const cache = new SessionsInMemory();
      expect(await dialogue(memory(undefined, cache))).toEqual(await dialogue(memory()));
      expect(cache.hits).toBeGreaterThan(3);
    });
  });
}
