import { randomUUID } from 'node:crypto';
import { RandomIds } from '@plinth/kernel';
import { PostgresJobLedger } from '../adapters/outbound/postgres/postgres-job-ledger';
import { RunJob } from '../features/run-job/run-job';
import { FixedPolicies } from './fixed-policies.stage';
import { TestMemory, type Stores } from './test-memory.stage';

const HOUR_MS = 3_600_000;
const POLICY = { forgetting: { workAfter: 5 } };

/** When memory writes (M13), on real stores: facts at once, the rest by jobs. */
export function describeWriteTriggersOn(name: string, open: () => Promise<Stores & { close(): Promise<void> }>): void {
  describe(`what makes memory write on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    const run = randomUUID().slice(0, 8);
    let count = 0;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(async () => {
      await stores.close();
    });

    /** In a tenant of his own, so that the jobs meet nobody else's rows. */
    const someone = () => {
      const n = ++count;
      const who = { tenant: `triggers-${n}-${run}`, user: `u${n}-${run}`, session: `s${n}-${run}` };
      return new TestMemory(stores, who, { policy: POLICY });
    };
    const rowsOf = (one: TestMemory, sql: string) =>
      stores.database.query<Record<string, unknown>>(sql, [one.tenant, one.user], {
        tenant: one.tenant,
        user: one.user,
      });
    const facts = (one: TestMemory) =>
      rowsOf(
        one,
        `SELECT key, value, status FROM profile_facts WHERE tenant = $1 AND user_id = $2 ORDER BY created_at_ms, status`,
      );
    const summaries = (one: TestMemory) =>
      rowsOf(
        one,
        `SELECT content FROM memory_items WHERE tenant = $1 AND user_id = $2 AND source_channel = 'summary' AND status = 'reference'`,
      );
    const jobs = (one: TestMemory) =>
      new RunJob(new PostgresJobLedger(stores.database), new FixedPolicies(POLICY), one.clock, new RandomIds());
    const TEXTS = [
      '我要查一下订单A1001的物流',
      '它是五月十八日从上海发出的',
      '收件人是张伟，寄到杭州西湖区',
      '如果周五还没有到，就改成门店自提',
      '门店选在文三路那一家',
    ];
    const say = async (one: TestMemory, texts: readonly string[]) => {
      for (const text of texts) await one.turn(text, { reply: '好的，已经为您记下并处理了。' });
    };

    it('M13: a correction of what was confirmed is written at once, with the turn', async () => {
      const one = someone();
      const { ask } = await one.turn('我的邮箱是ana@example.com');
      await one.turn('对的', { asked: ask!.candidate_id });
      await one.turn('不对，我的邮箱是anna@example.com');
      expect(await facts(one)).toEqual([
        { key: 'email', value: 'ana@example.com', status: 'deprecated' },
        { key: 'email', value: 'anna@example.com', status: 'active' },
      ]);
    });

    it('M13: a declared preference is written at once, to be asked for, and is a fact with the answer', async () => {
      const one = someone();
      const { ask } = await one.turn('我喜欢靠窗的座位');
      expect(await facts(one)).toMatchObject([{ status: 'candidate' }]);
      await one.turn('对的', { asked: ask!.candidate_id });
      expect(await facts(one)).toMatchObject([{ status: 'active' }]);
    });

    it('M13: “记得这个” is written at once, “再看看” leaves nothing', async () => {
      const one = someone();
      await one.turn('这个方案我再看看');
      await one.turn('请记得这个：我的座右铭是慢慢来');
      expect(await facts(one)).toEqual([{ key: '座右铭', value: '慢慢来', status: 'candidate' }]);
    });

    it('M13: what else was said is summarised by the job of the night, not by the turn', async () => {
      const one = someone();
      await say(one, TEXTS.slice(0, 4));
      expect([await jobs(one).runDue(), await summaries(one)]).toEqual([0, []]);
      one.clock.advance(24 * HOUR_MS);
      await jobs(one).runNight();
      expect(await summaries(one)).toEqual([{ content: expect.stringContaining('A1001') }]);
    });

    it('M13: after so many messages the work is done without waiting for the night, by one of two replicas, and then counts anew', async () => {
      const one = someone();
      await say(one, TEXTS.slice(0, 4));
      expect([await jobs(one).runDue(), await summaries(one)]).toEqual([0, []]);
      await say(one, TEXTS.slice(4));
      const done = await Promise.all([jobs(one).runDue(), jobs(one).runDue()]);
      expect(done.toSorted()).toEqual([0, 1]);
      const first = await summaries(one);
      expect(first).toEqual([{ content: expect.stringContaining('A1001') }]);

      await say(one, ['另外再开一张发票', '抬头写蓝鲸科技有限公司', '税号稍后给你', '发到我的邮箱']);
      expect(await jobs(one).runDue()).toBe(0);
      await say(one, ['发票要在周四之前开好']);
      expect(await jobs(one).runDue()).toBe(1);
      const later = await summaries(one);
      expect(later).not.toEqual([]);
      expect(later).not.toEqual(first);
      expect(await jobs(one).runDue()).toBe(0);
    });

    it('M13: duplicates of a user are merged with it', async () => {
      const one = someone();
      const seed = (id: string, content: string) =>
        stores.database.query(
          `INSERT INTO memory_items (tenant, id, user_id, kind, status, content, content_hash, source_id, source_channel, source_type, confidence, importance,
             observed_at_ms, valid_from_ms, happened_from_ms, happened_until_ms, created_at_ms, updated_at_ms)
           VALUES ($1, $3, $2, 'preference', 'active', $4, $3, 's', 'import', 'user', 0.6, 0.5, 0, 0, 0, 1, 0, 0)`,
          [one.tenant, one.user, `${id}-${one.user}`, content],
          { tenant: one.tenant, user: one.user },
        );
      await say(one, TEXTS.slice(0, 4));
      await seed('a', '望远镜放在阁楼的柜子里面');
      await seed('b', '望远镜放在阁楼的柜子里面。');
      await say(one, TEXTS.slice(4));
      expect(await jobs(one).runDue()).toBe(1);
      const standing = await rowsOf(
        one,
        `SELECT 1 FROM memory_items WHERE tenant = $1 AND user_id = $2 AND kind = 'preference' AND status = 'active'`,
      );
      expect(standing).toHaveLength(1);
    });

    it('M13: the night counts anew, too, and one whose work fails keeps nobody else waiting', async () => {
      const [one, other] = [someone(), someone()];
      await say(one, TEXTS);
      one.clock.advance(24 * HOUR_MS);
      await jobs(one).runNight();
      expect(await jobs(one).runDue()).toBe(0);

      await say(one, TEXTS);
      await say(other, TEXTS);
      class FailingLedger extends PostgresJobLedger {
        override workOn(...given: Parameters<PostgresJobLedger['workOn']>) {
          return given[0].userId === one.user ? Promise.reject(new Error('one of them')) : super.workOn(...given);
        }
      }
      const failing = new FailingLedger(stores.database);
      const both = new RunJob(failing, new FixedPolicies(POLICY), one.clock, new RandomIds());
      await expect(both.runDue()).rejects.toThrow('one of them');
      expect(await jobs(other).runDue()).toBe(1);
      expect([await jobs(one).runDue(), (await summaries(other)).length]).toEqual([0, 1]);
    });
  });
}
