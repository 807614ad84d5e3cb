import { randomUUID } from 'node:crypto';
import { userId } from '@plinth/kernel';
import { PostgresOrganisation } from '../adapters/outbound/postgres/postgres-organisation';
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
  });
}
