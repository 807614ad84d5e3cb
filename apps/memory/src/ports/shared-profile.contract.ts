import { randomUUID } from 'node:crypto';
import { RandomIds, userId } from '@plinth/kernel';
import { PostgresItemLedger } from '../adapters/outbound/postgres/postgres-item-ledger';
import { PostgresOrganisation } from '../adapters/outbound/postgres/postgres-organisation';
import { PostgresUserRecords } from '../adapters/outbound/postgres/postgres-user-records';
import { KeepOrganisation } from '../features/keep-organisation/keep-organisation';
import { WriteItems } from '../features/write-items/write-items';
import { FixedPolicies } from './fixed-policies.stage';
import { TestMemory, type Stores } from './test-memory.stage';

const LI = {
  ref: 'li',
  name: '王莉',
  nicknames: [],
  phone: '13800138000',
  attributes: {},
  visibility: 'private',
} as const;
/** What was recommended by whom, and why; '' is what all agents share. */
const PLANS = {
  travel: ['坐高铁', '比飞机省时间'],
  finance: ['基金定投', '每月都有结余'],
  '': ['先列清单', '要办的事太多'],
} as const;
const AGENTS = ['travel', 'finance', ''] as const;

/** What the agents of a user share, what each keeps for itself, and what none of them is told, on real stores. */
export function describeSharedProfileOn(name: string, open: () => Promise<Stores & { close(): Promise<void> }>): void {
  describe(`the profile that agents share on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    const run = randomUUID().slice(0, 8);
    let count = 0;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(async () => {
      await stores.close();
    });

    const memory = (user = `u${++count}-${run}`) =>
      new TestMemory(stores, { tenant: 'agents', user, session: `s${++count}-${run}` });
    const inSpace = (space: string) => (space === '' ? {} : { space });

    /** As the anchors of a turn name them. */
    const people = async (of: TestMemory, text: string) =>
      (await memory(of.user).turn(text)).anchors
        .filter(({ kind }) => kind === 'person')
        .map(({ value, candidates }) => (candidates ? `${value}?${[...candidates].sort().join('/')}` : value));

    it('M27: each agent finds its own space and the shared one alone, and all answer from one profile and one set of contacts', async () => {
      const one = memory();
      const declared = await one.turn('我的邮箱是ana@example.com', { space: 'travel' });
      await one.turn('对的', { asked: declared.ask!.candidate_id, space: 'travel' });
      await new PostgresOrganisation(stores.database).keepContact(one.tenant, userId(one.user), LI, 0.95, 0);
      for (const agent of AGENTS) {
        const [choice, reason] = PLANS[agent];
        await one.turn('怎么安排合适？', { decisions: [{ kind: '推荐', choice, reason }], ...inSpace(agent) });
      }
      const known = async (agent: (typeof AGENTS)[number]) => {
        const plans: string[] = [];
        for (const [plan, [choice, reason]] of Object.entries(PLANS)) {
          const asked = `你上次为什么推荐${choice}？`;
          const inTurn = (await memory(one.user).turn(asked, inSpace(agent))).items;
          const found = (await one.recall(asked, undefined, inSpace(agent))).items;
          if (inTurn.some(({ content }) => content.includes(reason))) plans.push(`turn ${plan}`);
          if (found.some(({ content }) => content.includes(reason))) plans.push(`recall ${plan}`);
        }
        const { answer } = await memory(one.user).turn('我的邮箱是什么？', inSpace(agent));
        const { answer: told } = await one.recall('王莉的电话是多少？', undefined, inSpace(agent));
        return { plans, email: answer?.value, contact: told?.value };
      };
      const own = (...plans: string[]) => ({
        plans: plans.flatMap((plan) => [`turn ${plan}`, `recall ${plan}`]),
        ...{ email: 'ana@example.com', contact: LI.phone },
      });
      expect(await known('travel')).toEqual(own('travel', ''));
      expect(await known('finance')).toEqual(own('finance', ''));
      expect(await known('')).toEqual(own(''));
    });

    it('M27: two agents that share a session see each what was said to them and to all, in the window as in its summary', async () => {
      const user = `u${++count}-${run}`;
      const one = new TestMemory(
        stores,
        { tenant: 'agents', user, session: `s${count}-${run}` },
        { policy: { window: { verbatimRounds: 3 } } },
      );
      const said = { travel: '我要去冰岛看极光', finance: '我要查账单C2002', '': '我要查订单A1001' } as const;
      for (let round = 0; round < 5; round++)
        for (const agent of AGENTS)
          await one.turn(`${said[agent]}（第${round}次）`, { reply: `好的，${said[agent]}`, ...inSpace(agent) });
      const seen = async (agent: (typeof AGENTS)[number]) => {
        const { context } = await one.turn('还有什么要说的吗？', inSpace(agent));
        const rounds = context?.rounds.length ?? 0;
        return { summary: context?.summary ?? '', isBounded: rounds > 0 && rounds <= 4 };
      };
      const [travel, finance, all] = [await seen('travel'), await seen('finance'), await seen('')];
      expect([travel.isBounded, finance.isBounded, all.isBounded]).toEqual([true, true, true]);
      expect(travel.summary).toContain('冰岛');
      expect(travel.summary).not.toContain('C2002');
      expect(finance.summary).toContain('C2002');
      expect(finance.summary).not.toContain('冰岛');
      expect(all.summary).toContain('A1001');
      expect(all.summary).not.toMatch(/冰岛|C2002/);
      const rounds = await stores.database.query<{ turn_id: string; space: string }>(
        'SELECT turn_id, space FROM session_rounds WHERE session_id = $1',
        [one.session],
        { tenant: one.tenant, user: userId(user) },
      );
      const spaceOf = new Map(rounds.map(({ turn_id, space }) => [turn_id, space]));
      const { context } = await one.turn('好的', inSpace('travel'));
      for (const { turn_id } of context?.rounds ?? []) expect(['', 'travel']).toContain(spaceOf.get(turn_id));
    });

    it('M5: a contact is known by what custom calls it, in a turn and in a recall, unless two may be meant', async () => {
      const one = memory();
      const keep = (ref: string, name: string, phone: string) =>
        new KeepOrganisation(new PostgresOrganisation(stores.database), new FixedPolicies(), one.clock).keepContact(
          ...[one.tenant, userId(one.user), { ...LI, ref, name, phone }],
        );
      await keep('li', '王莉', '13800138000');
      await keep('bob', 'Robert Jones', '13900139000');
      for (const text of ['把报表发给莉莉', '发给王姐']) expect(await people(one, text)).toEqual(['王莉']);
      expect(await people(one, 'ask Bob about it')).toEqual(['Robert Jones']);
      expect((await one.recall('王姐的电话是多少？')).answer).toMatchObject({ value: '13800138000', layer: 'profile' });
      for (const text of ['王莉的电话是多少？', '王姐的电话是多少？', '莉莉的手机号是多少'])
        expect((await one.turn(text)).answer).toMatchObject({ key: 'contact.phone', value: '13800138000', of: '王莉' });
      expect((await one.turn('王莉的邮箱是什么？')).answer?.value).toBeUndefined();
      await keep('juan', '王娟', '13700137000');
      expect((await one.turn('王姐的电话是多少？')).answer?.value).toBeUndefined();
      expect(await people(one, '发给王姐')).toEqual(['王姐?王娟/王莉']);
      const { answer, ambiguous } = await one.recall('王姐的电话是多少？');
      expect([answer, ambiguous?.map(({ name }) => name).sort()]).toEqual([undefined, ['王娟', '王莉']]);
    });

    it('M5: what a user often has done, and what a session has left unfinished, is told by counted rows in another session', async () => {
      const one = memory();
      const refund = { skill: 'refund_process', receipt: { refund_id: 'R-1' } };
      await one.turn('我要退款，订单A1001', { receipts: [refund] });
      await one.turn('再退一单，订单A1002', { receipts: [refund] });
      const asked = async (text: string, by = memory(one.user)) => (await by.turn(text)).answer?.value;
      expect(await asked('我平时都让你办什么？')).toBe('refund_process ×2 (2024-05-20)');
      expect((await one.recall('What do I usually ask you to do?')).answer).toMatchObject({
        value: 'refund_process ×2 (2024-05-20)',
        layer: 'profile',
      });
      expect(await asked('上次那个申请办到哪了？')).toBeUndefined();
      const another = memory(one.user);
      await another.turn('查一下订单A1003');
      const open = '订单号 A1003 (2024-05-20)';
      expect(await asked('上次那个申请办到哪了？')).toBe(open);
      expect(await asked('上次那个申请办到哪了？', another)).toBeUndefined();
      await another.end();
      expect(await asked('我还有没办完的事吗')).toBe(open);
      const { tasks, actions } = await new PostgresUserRecords(stores.database).read(one.tenant, userId(one.user), {
        ...{ lists: ['tasks', 'actions'], limit: 10, nowMs: one.clock.now() },
      });
      expect(tasks).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: one.session, slots: {}, doneBy: 'refund_process' }),
          expect.objectContaining({ id: another.session, slots: { order_number: 'A1003' }, doneBy: null }),
        ]),
      );
      expect(actions).toMatchObject([{ action: 'refund_process', count: 2 }]);
      expect(await asked('我平时都让你办什么？', memory())).toBeUndefined();
    });

    it('M24: what is hardly credible is found when asked to explain and enters no turn, until somebody is known to have said it', async () => {
      const one = memory();
      const write = new WriteItems(
        new PostgresItemLedger(stores.database, one.clock),
        new FixedPolicies(),
        new RandomIds(),
      );
      const store = (content: string, type: 'user' | 'inference', confidence?: number) =>
        write.write({
          tenant: one.tenant,
          drafts: [
            {
              ...{ userId: userId(one.user), kind: 'fact', content, timestampMs: one.clock.now() },
              source: { id: randomUUID(), channel: 'chat', type },
              ...(confidence === undefined ? {} : { confidence }),
            },
          ],
        });
      const asked = '露营的帐篷放在哪里？';
      const told = async () => (await memory(one.user).turn(asked)).items.map(({ content }) => content);
      await store('露营的帐篷放在阁楼', 'user', 0.3);
      await store('露营的帐篷大概放在车库', 'inference');
      const { ranked } = await one.recall(asked);
      expect(Object.fromEntries(ranked.map(({ candidate, reason }) => [candidate.content, reason]))).toEqual({
        露营的帐篷放在阁楼: 'low_confidence',
        露营的帐篷大概放在车库: 'low_confidence',
      });
      expect(await told()).toEqual([]);
      await store('露营的帐篷放在阁楼', 'user');
      expect(await told()).toEqual(['露营的帐篷放在阁楼']);
    });
  });
}
