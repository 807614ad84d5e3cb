import { randomUUID } from 'node:crypto';
import { deriveId, RandomIds, userId } from '@plinth/kernel';
import { PostgresOrganisation } from '../adapters/outbound/postgres/postgres-organisation';
import { PostgresContactBook } from '../adapters/outbound/postgres/postgres-contact-book';
import { PostgresItemLedger } from '../adapters/outbound/postgres/postgres-item-ledger';
import { WriteItems } from '../features/write-items/write-items';
import { FindAnchors } from '../features/find-anchors/find-anchors';
import { FixedPolicies } from './fixed-policies.stage';
import { NOW, TestMemory, type Stores } from './test-memory.stage';

/** What a user notices of memory's layers, turn by turn, on real stores. */
export function describeLayersOn(name: string, open: () => Promise<Stores & { close(): Promise<void> }>): void {
  describe(`the layers of memory on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    const run = randomUUID().slice(0, 8);
    let count = 0;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(async () => {
      await stores.close();
    });

    const memory = (more: { user?: string; policy?: Record<string, unknown> } = {}) => {
      const { policy = {}, ...who } = more;
      const named = { tenant: 'layers', user: `u${++count}-${run}`, session: `s${count}-${run}`, ...who };
      return new TestMemory(stores, named, { policy });
    };

    it('M3: beyond 60 % of the window older rounds become a summary, the last three and the order of the first round stay', async () => {
      const one = memory({ policy: { window: { maxTokens: 600 } } });
      await one.turn('我要查订单A1001', { reply: '订单A1001已发货，预计周五送达。' });
      for (let i = 1; i <= 8; i++)
        await one.turn(`第${i}个问题：这件商品的保修期是多久，可以到线下门店去修理吗，需要带上发票和包装吗？`, {
          reply: `第${i}次回答：保修期一年，可以到任何一家门店修理，请带上发票，包装不是必需的，修理一般需要三天。`,
        });
      const { context, session } = await one.turn('好，那我知道了，谢谢');
      expect(context?.tokens).toBeLessThanOrEqual(600);
      expect(context?.summary).toContain('A1001');
      expect(context?.rounds.slice(-3)).toEqual(
        [1, 2, 3].map(() => expect.objectContaining({ said: true, replied: true })),
      );
      expect(context?.rounds.length).toBeLessThan(9);
      expect(session.state).toEqual({ order_number: 'A1001' });
    });

    it('M3: what has been folded into the summary is not read again, and is told again in every turn', async () => {
      const one = memory({ policy: { window: { verbatimRounds: 3 } } });
      await one.turn('我要查订单A1001', { reply: '好的。' });
      for (const text of ['寄到哪里？', '什么时候到？', '能改地址吗？', '改到公司'])
        await one.turn(text, { reply: `关于“${text}”，我来为您确认一下。` });
      const contexts = [await one.turn('还要多久？'), await one.turn('谢谢你')].map(({ context }) => context);
      for (const context of contexts)
        expect([context?.summary?.includes('A1001'), (context?.rounds.length ?? 9) <= 3]).toEqual([true, true]);
    });

    it('M31: what “刚才那张单子” points at is an anchor of the turn, though its round has long been folded', async () => {
      const one = memory({ policy: { window: { verbatimRounds: 3 } } });
      await one.turn('查订单A1001');
      for (let i = 0; i < 6; i++) await one.turn('你觉得呢');
      const { anchors, context } = await one.turn('刚才那张单子呢？');
      expect(anchors).toContainEqual(expect.objectContaining({ kind: 'order_number', value: 'A1001' }));
      expect(context?.entities).toContainEqual({ kind: 'order_number', value: 'A1001' });
    });

    it('M32: a topic that is laid aside takes its state along, and brings it back', async () => {
      const one = memory();
      await one.turn('我要退款，订单A1001');
      expect((await one.turn('先不说这个，查北京天气')).session.state).toEqual({ city: '北京' });
      expect((await one.turn('回到刚才的退款')).session.state).toEqual({ order_number: 'A1001' });
    });

    it('M32: a topic that is laid aside takes along what memory holds of it, and both are back in the turn that returns', async () => {
      const one = memory();
      await one.turn('我的邮箱是ana@example.com');
      await one.turn('我要退款，订单A1001', {
        decisions: [{ kind: '推荐', choice: '上门取件', reason: '用户住处附近没有门店' }],
        receipts: [{ skill: 'refund', receipt: { order: 'A1001', refund_id: 'R-77' } }],
      });
      const contentsOf = async (text: string, session = one) => {
        const { items, session: state, context, answer } = await session.turn(text);
        return { items: items.map(({ content }) => content), state: state.state, entities: context?.entities, answer };
      };
      const DECISION = expect.stringContaining('上门取件');
      expect((await contentsOf('上门取件要多久')).items).toEqual([DECISION]);
      expect(await contentsOf('先不说这个，查北京天气，上门取件要多久')).toMatchObject({
        ...{ items: [], state: { city: '北京' }, entities: [{ kind: 'place', value: '北京' }] },
      });
      expect((await contentsOf('有没有refund R-77的记录')).items).toEqual([]);
      expect((await contentsOf('我的邮箱是什么？')).answer).toMatchObject({ value: 'ana@example.com' });
      const elsewhere = memory({ user: one.user });
      expect((await contentsOf('上门取件要多久', elsewhere)).items).toEqual([DECISION]);
      const { items, ranked } = await one.recall('上门取件要多久', one);
      expect(items).toEqual([]);
      expect(ranked.map(({ reason }) => reason)).toContainEqual(expect.stringMatching(/^frozen: .*退款/));
      const back = await contentsOf('回到刚才的退款，上门取件要多久');
      expect(back).toMatchObject({ items: [DECISION], state: { order_number: 'A1001' } });
      expect((await contentsOf('有没有refund R-77的记录')).items).toContainEqual(expect.stringContaining('R-77'));
    });

    it('M5, M11: a turn knows people by the names that their user gives them, and asks where two are called alike', async () => {
      const one = memory();
      const book = new PostgresOrganisation(stores.database);
      const keep = (ref: string, name: string, nicknames: string[], nowMs: number) =>
        book.keepContact(
          one.tenant,
          userId(one.user),
          { ref, name, nicknames, attributes: {}, visibility: 'private' },
          0.95,
          nowMs,
        );
      const peopleIn = async (text: string, session = one) =>
        (await session.turn(text)).anchors
          .filter(({ kind }) => kind === 'person')
          .map(({ value, contact_id, candidates }) => [value, contact_id, candidates]);
      expect(await peopleIn('给王姐打电话')).toEqual([['王姐', undefined, undefined]]);
      await keep('li', '王莉', ['王姐', '大莉子'], 1);
      const id = deriveId('contact', one.tenant, one.user, 'li');
      expect(await peopleIn('给王姐打电话')).toEqual([['王莉', id, undefined]]);
      expect(await peopleIn('把报表发给大莉子')).toEqual([['王莉', id, undefined]]);
      expect(await peopleIn('给李雷打电话', one)).toEqual([['李雷', undefined, undefined]]);
      const asked = { tenant: one.tenant, text: '给王姐打电话', nowMs: NOW, timeZone: 'Asia/Shanghai' };
      const found = () =>
        new FindAnchors(new PostgresContactBook(stores.database)).find({ ...asked, userId: userId(one.user) });
      expect((await found()).anchors).toContainEqual(expect.objectContaining({ value: '王莉', contact_id: id }));
      await keep('fang', '王芳', ['王姐'], 2);
      expect(await peopleIn('给王姐打电话')).toEqual([['王姐', undefined, ['王芳', '王莉']]]);
      expect(await peopleIn('给王姐打电话', memory())).toEqual([['王姐', undefined, undefined]]);
      expect((await found()).anchors).toContainEqual(
        expect.objectContaining({ kind: 'person', candidates: ['王芳', '王莉'] }),
      );
    });

    it('M12, M14, M23: a used fact that the user calls wrong is mended at once, and for every later session', async () => {
      const one = memory();
      const declared = await one.turn('我的邮箱是ana@example.com');
      await one.turn('对的', { asked: declared.ask!.candidate_id });
      const told = await one.turn('我的邮箱是什么？');
      expect(told.answer).toMatchObject({ value: 'ana@example.com' });
      const mended = await one.turn('错了，是anna@example.com', { used: told.items.map(({ id }) => id) });
      expect(mended.session.facts).toMatchObject({ email: 'anna@example.com' });
      const later = memory({ user: one.user });
      expect((await later.turn('我的邮箱是什么？')).answer).toMatchObject({ value: 'anna@example.com' });
    });

    it('M12: a user who lets memory learn by itself is not asked, and is known in the next session as one who said so', async () => {
      const one = memory();
      const ledger = new PostgresItemLedger(stores.database, one.clock);
      await ledger.chooseMode(one.tenant, userId(one.user), 'learn', one.clock.now());
      const declared = await one.turn('我的邮箱是ana@example.com');
      expect(declared.ask).toBeUndefined();
      const later = memory({ user: one.user });
      expect((await later.turn('我的邮箱是什么？')).answer).toMatchObject({
        value: 'ana@example.com',
        layer: 'profile',
      });
      const scope = { tenant: one.tenant, user: one.user };
      const rows = await stores.database.query('SELECT status, confidence FROM profile_facts', [], scope);
      expect(rows).toEqual([{ status: 'active', confidence: expect.closeTo(0.6) as number }]);
    });

    it.each([
      ['later', NOW + 30 * 86_400_000, true],
      ['earlier', NOW + 86_400_000, false],
    ])(
      'M7, M17: a later receipt of the same value that ends %s decides how long it holds',
      async (_, untilMs, holds) => {
        const one = memory();
        const items = new WriteItems(
          new PostgresItemLedger(stores.database, one.clock),
          new FixedPolicies(),
          new RandomIds(),
        );
        const receipt = (id: string, timestampMs: number, validUntilMs: number) =>
          items.write({
            tenant: one.tenant,
            drafts: [
              {
                ...{
                  userId: userId(one.user),
                  kind: 'fact',
                  key: 'membership',
                  content: '金卡',
                  timestampMs,
                  validUntilMs,
                },
                source: { id, channel: 'crm', type: 'system' },
              },
            ],
          });
        await receipt('r1', NOW - 2, NOW + 10 * 86_400_000);
        await receipt('r2', NOW - 1, untilMs);
        await receipt('r2', NOW - 1, untilMs);
        const scope = { tenant: one.tenant, user: one.user };
        const rows = await stores.database.query('SELECT source_id, confidence FROM profile_facts', [], scope);
        expect(rows).toEqual([{ source_id: 'r2', confidence: expect.closeTo(0.85) as number }]);
        const asked = await one.recall('我的会员等级是什么？', undefined, { nowMs: NOW + 5 * 86_400_000 });
        expect(asked.items.some(({ content }) => content.includes('金卡'))).toBe(holds);
      },
    );

    it('M34: a decision is kept with its reason, and “为什么上次推荐…” finds it in another session', async () => {
      const one = memory();
      await one.turn('我该怎么退货？', {
        decisions: [{ kind: '推荐', choice: '上门取件', reason: '用户住处附近没有门店' }],
      });
      for (const text of ['今天天气怎么样', '我想买一台咖啡机']) await one.turn(text);
      const later = memory({ user: one.user });
      for (const text of ['为什么上次推荐上门取件？', '你上次为什么给我推荐这个？']) {
        const { items } = await later.turn(text);
        expect([text, items.map(({ content }) => content)]).toEqual([text, [expect.stringContaining('附近没有门店')]]);
      }
    });

    it('M34: in English, too', async () => {
      const one = memory();
      await one.turn('How do I return it?', {
        locale: 'en',
        decisions: [{ kind: 'recommendation', choice: 'courier pickup', reason: 'no shop is near the user’s home' }],
      });
      const { items } = await memory({ user: one.user }).turn('Why did you recommend that last time?', {
        locale: 'en',
      });
      expect(items.map(({ content }) => content)).toEqual([expect.stringContaining('no shop is near')]);
    });

    it('M33: the first turn of a user whom nobody knows is served by the tenant’s defaults, until the user says otherwise', async () => {
      const one = memory({ policy: { defaults: { facts: { payment_method: '支付宝' } } } });
      expect((await one.turn('我的支付方式是什么？')).answer).toMatchObject({ value: '支付宝', layer: 'profile' });
      await one.turn('我的支付方式是微信');
      expect((await one.turn('我的支付方式是什么？')).answer).toMatchObject({ value: '微信', layer: 'session' });
    });

    it('M33: the segment in which the user has been placed decides, unless the turn names another, in a recall as in a turn', async () => {
      const segments = { vip: { payment_method: '月结' }, student: { payment_method: '支付宝' } };
      const one = memory({ policy: { defaults: { facts: { payment_method: '银行卡' }, segments } } });
      const asked = '我的支付方式是什么？';
      const recalled = async (sessionOf?: TestMemory) => (await one.recall(asked, sessionOf)).answer?.value;
      expect([(await one.turn(asked)).answer?.value, await recalled()]).toEqual(['银行卡', '银行卡']);
      await new PostgresOrganisation(stores.database).setSegment(one.tenant, userId(one.user), 'vip', 0);
      expect([(await one.turn(asked)).answer?.value, await recalled()]).toEqual(['月结', '月结']);
      const named = await one.turn(asked, { attributes: { segment: 'student' } });
      expect([named.answer?.value, await recalled(one), await recalled()]).toEqual(['支付宝', '支付宝', '月结']);
    });

    it('M4: the slots of a tenant’s task are filled from the dialogue, an offer by taking it', async () => {
      const slots = [{ name: '课程.名称' }, { name: '课程.费用' }];
      const one = memory({ policy: { taskSlots: slots } });
      await one.turn('推荐一门费用200元以下的课程', { reply: '推荐您《零基础素描》，费用180元，可以吗？' });
      const { session } = await one.turn('好的，就这门吧');
      expect(session.state['课程.名称']).toContain('零基础素描');
    });
  });
}
