import { randomUUID } from 'node:crypto';
import {
  FixedClock,
  isRefusal,
  messageId,
  RandomIds,
  sessionId,
  tenantId,
  turnId,
  userId,
  type TenantId,
  type UserId,
} from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import { PostgresItemLedger } from '../adapters/outbound/postgres/postgres-item-ledger';
import { PostgresJobLedger } from '../adapters/outbound/postgres/postgres-job-ledger';
import { PostgresTurnLedger } from '../adapters/outbound/postgres/postgres-turn-ledger';
import { forgettingPolicySchema } from '../domain/forgetting/forgetting-policy';
import { JOBS, type JobName } from '../domain/forgetting/job-work';
import { RunJob } from '../features/run-job/run-job';
import type { ItemDraft } from '../features/write-items/item-draft';
import { WriteItems } from '../features/write-items/write-items';
import { FixedPolicies } from './fixed-policies.stage';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2024, 4, 20, 3);
const FORGETTING = forgettingPolicySchema.parse({});
const NOTHING = { deprecated: [], facts: [], candidates: [], log: [], items: [] };
const byContent = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  String(a['content']) < String(b['content']) ? -1 : 1;

/** The jobs of memory on a real store: what they promise must hold on each of them. */
export function describeJobsOn(
  name: string,
  open: () => Promise<{ readonly database: SqlDatabase; close(): Promise<void> }>,
): void {
  describe(`the jobs of memory on ${name}`, () => {
    let stores: Awaited<ReturnType<typeof open>>;
    let tenant: TenantId;
    beforeAll(async () => {
      stores = await open();
    }, 120_000);
    afterAll(() => stores.close());
    beforeEach(() => {
      tenant = tenantId(`t-${randomUUID().slice(0, 8)}`);
    });

    const ids = new RandomIds();
    const runner = (atMs = NOW, ledger = new PostgresJobLedger(stores.database)) =>
      new RunJob(ledger, new FixedPolicies(), new FixedClock(atMs), ids);
    const run = (job: JobName, dryRun = false, atMs = NOW) => runner(atMs).run(tenant, job, dryRun);
    const write = async (user: UserId, draft: Partial<ItemDraft>, agoDays = 100): Promise<string> => {
      const atMs = NOW - agoDays * DAY_MS;
      const writer = new WriteItems(
        new PostgresItemLedger(stores.database, new FixedClock(atMs)),
        new FixedPolicies(),
        ids,
      );
      const source = { id: randomUUID(), channel: 'import', type: 'user' } as const;
      const full: ItemDraft = { userId: user, kind: 'episode', content: 'text', source, timestampMs: atMs, ...draft };
      const written = await writer.write({ tenant, drafts: [full] });
      if (isRefusal(written) || !written[0]) throw new Error('nothing was written');
      return written[0].id;
    };
    const rows = (user: UserId, columns: string, table = 'memory_items') =>
      stores.database.query<Record<string, unknown>>(
        `SELECT ${columns} FROM ${table} WHERE tenant = $1 AND user_id = $2 ORDER BY id`,
        [tenant, user],
        { tenant, user },
      );
    const users = ['ann', 'bob', 'cat', 'dan', 'eve'].map(userId);
    const oneEach = async () => {
      for (const user of users) await write(user, { content: `only of ${user}` });
    };
    const meet = (user: UserId, space = '') =>
      stores.database.transaction(
        async (tx) => {
          await tx.query(`UPDATE memory_items SET session_id = 's-1' WHERE tenant = $1`, [tenant]);
          for (const [n, said] of [
            '我们 5 月 28 日在上海浦东开会',
            '请把合同.pdf 发给王莉',
            '预算一共 12000 元',
          ].entries())
            await tx.query(
              `INSERT INTO session_rounds (tenant, session_id, turn_id, user_id, n, said, replied, said_at_ms, space) VALUES ($1, 's-1', $2, $3, $4, $5, '好的', $6, $7)`,
              [tenant, `turn-${space}${n}`, user, n + 1, said, NOW - DAY_MS + n, space],
            );
        },
        { tenant, user },
      );
    const factors = async () => (await Promise.all(users.map((user) => rows(user, 'decay_factor')))).flat();
    const onceEach = users.map(() => ({ decay_factor: 0.99 }));

    it('M19: a run that died goes on with the user after the last one that was done, and does nobody twice', async () => {
      await oneEach();
      let steps = 0;
      class DyingLedger extends PostgresJobLedger {
        override async step(...given: Parameters<PostgresJobLedger['step']>) {
          if (++steps > 2) throw new Error('the process died');
          return super.step(...given);
        }
      }
      await expect(runner(NOW, new DyingLedger(stores.database)).run(tenant, 'decay', false)).rejects.toThrow('died');
      const died = await runner().last(tenant, 'decay');
      expect(died).toMatchObject({ state: 'running', cursor: 'bob', report: { users: 2 } });
      // On the next night even, which would count again for those who are done.
      const resumed = await run('decay', false, NOW + DAY_MS);
      expect(resumed).toMatchObject({ state: 'completed', report: { users: 5, counts: { decayed: 5 } } });
      expect(await factors()).toEqual(onceEach);
    });

    it('M19: two replicas that run a job at once do it once', async () => {
      await oneEach();
      const begun: (() => void)[] = [];
      class WaitingLedger extends PostgresJobLedger {
        override async begin(...given: Parameters<PostgresJobLedger['begin']>) {
          const found = await super.begin(...given);
          await new Promise<void>((resolve) => {
            begun.push(resolve);
            if (begun.length === 3) for (const goOn of begun) goOn();
          });
          return found;
        }
      }
      await Promise.all(
        [1, 2, 3].map(() => runner(NOW, new WaitingLedger(stores.database)).run(tenant, 'decay', false)),
      );
      expect(await factors()).toEqual(onceEach);
      const runs = await stores.database.query<{ report: unknown }>(
        'SELECT report FROM job_runs WHERE tenant = $1',
        [tenant],
        { tenant },
      );
      expect(runs).toMatchObject([{ report: { users: 5, counts: { decayed: 5 } } }]);
      expect(await runner().last(tenant, 'decay')).toMatchObject({ state: 'completed' });
    });

    it('M19: a night is done once, by whichever replica comes first', async () => {
      await oneEach();
      await Promise.all([runner().runNight(), runner().runNight()]);
      await runner(NOW + 3_600_000).runNight();
      expect(await factors()).toEqual(onceEach);
      const [counted] = await stores.database.query<{ runs: number }>(
        'SELECT count(*)::integer AS runs FROM job_runs WHERE tenant = $1',
        [tenant],
        { tenant },
      );
      expect(counted).toEqual({ runs: JOBS.length });
    });

    it.each(JOBS)('M19: %s in a dry run changes nothing and reports what the run then does', async (job) => {
      const [user = userId('ann')] = users;
      await write(user, { content: '周末常去城西的羽毛球馆打球', importance: 0.1 });
      await write(user, { content: '周末常去城西的羽毛球馆打球。', importance: 0.1 });
      await write(user, { content: '临时停车位在 B2', validUntilMs: NOW - DAY_MS });
      const source = { id: 's', channel: 'import', type: 'system' } as const;
      await write(user, { kind: 'fact', key: 'city', content: '上海', source });
      const state = async () =>
        JSON.stringify(
          await Promise.all(['memory_items', 'profile_facts', 'change_log'].map((table) => rows(user, '*', table))),
        );
      const before = await state();
      const dry = await run(job, true);
      expect(await state()).toBe(before);
      const real = await run(job);
      expect(dry.report).toEqual(real.report);
      if (job !== 'summarise') expect(await state()).not.toBe(before);
    });

    it('M19: what held until a moment that has passed is expired, in the items and in the profile', async () => {
      const [user = userId('ann')] = users;
      const source = { id: 's', channel: 'import', type: 'system' } as const;
      await write(user, { kind: 'fact', key: 'desk', content: 'A-12', source, validUntilMs: NOW });
      await write(user, { content: 'holds on', validUntilMs: NOW + 1 });
      expect((await run('expire')).report.counts).toMatchObject({ attributes_expired: 1 });
      expect(await rows(user, 'status', 'profile_facts')).toEqual([{ status: 'deprecated' }]);
      expect(await rows(user, 'content, status')).toContainEqual({ content: 'holds on', status: 'active' });
    });

    it('M19: an attribute that nobody confirmed or used for 30 days leaves the profile and stays for reference; a newer value replaces it', async () => {
      const [user = userId('ann')] = users;
      const source = { id: 's', channel: 'import', type: 'system' } as const;
      await write(user, { kind: 'fact', key: 'city', content: '上海', source }, 31);
      await write(user, { kind: 'fact', key: 'team', content: '客服', source }, 29);
      expect((await run('demote')).report.counts).toEqual({ attributes_demoted: 1 });
      const facts = () => rows(user, 'key, value, status', 'profile_facts');
      expect(await facts()).toContainEqual({ key: 'city', value: '上海', status: 'reference' });
      expect(await facts()).toContainEqual({ key: 'team', value: '客服', status: 'active' });
      expect(await rows(user, 'key, status')).toContainEqual({ key: 'city', status: 'reference' });
      await write(user, { kind: 'fact', key: 'city', content: '杭州', source }, 0);
      expect(await facts()).toContainEqual({ key: 'city', value: '上海', status: 'deprecated' });
      expect(await facts()).toContainEqual({ key: 'city', value: '杭州', status: 'active' });
    });

    it('M16: 120 nights without a use archive what was never confirmed to matter; what was said four times stays', async () => {
      const [user = userId('ann')] = users;
      await write(user, { content: 'said once' });
      for (let i = 0; i < 4; i++) await write(user, { kind: 'preference', content: 'said again and again' });
      for (let night = 0; night < 121; night++) await run('decay', false, NOW + night * DAY_MS);
      expect(await rows(user, 'content, status, stable')).toEqual(
        expect.arrayContaining([
          { content: 'said once', status: 'archived', stable: false },
          { content: 'said again and again', status: 'active', stable: true },
        ]),
      );
    }, 120_000);

    const use = async (user: UserId, ids: readonly string[], atMs: number) => {
      const named = randomUUID();
      const key = { sessionId: sessionId(`s-${user}`), turnId: turnId(named), commandId: messageId(named) };
      await new PostgresTurnLedger(stores.database, new FixedClock(atMs)).commit(
        { tenant, userId: user, saidAtMs: atMs, ...key },
        () => ({ plan: NOTHING, usedMemoryIds: ids, samples: [], forgetting: FORGETTING, reply: {} }),
      );
    };

    it('M16: a use wears an item by 5 %; what is used through 30 days is stable and is worn no more', async () => {
      const [user = userId('ann')] = users;
      const id = await write(user, { content: 'used often' });
      await use(user, [id], NOW);
      expect(await rows(user, 'decay_factor, hits, hit_days')).toEqual([{ decay_factor: 0.95, hits: 1, hit_days: 1 }]);
      await use(user, [id], NOW + 4 * DAY_MS);
      expect(await rows(user, 'hit_days')).toEqual([{ hit_days: 1 }]);
      for (let day = 7; day <= 33; day += 2) await use(user, [id], NOW + day * DAY_MS);
      await run('decay', false, NOW + 33 * DAY_MS);
      const [worn] = await rows(user, 'decay_factor, hit_days, stable');
      expect(worn).toMatchObject({ hit_days: 30, stable: true });
      await use(user, [id], NOW + 34 * DAY_MS);
      expect(await rows(user, 'decay_factor')).toEqual([{ decay_factor: worn?.['decay_factor'] }]);
    });

    it('M16: the unimportant that was long unused is for reference; a use brings it back and raises it, but never what a tool said', async () => {
      const [user = userId('ann')] = users;
      const own = await write(user, { content: 'said by the user', importance: 0.2 });
      const source = { id: 's', channel: 'import', type: 'tool' } as const;
      const tool = await write(user, { content: 'said by a tool', importance: 0.2, source });
      expect((await run('demote-items')).report.counts).toEqual({ made_reference: 1 });
      const state = async () => (await rows(user, 'content, status, importance')).toSorted(byContent);
      expect(await state()).toMatchObject([{ status: 'reference' }, { status: 'reference' }]);
      await use(user, [own, tool], NOW);
      expect(await state()).toEqual([
        { content: 'said by a tool', status: 'reference', importance: 0.2 },
        { content: 'said by the user', status: 'active', importance: 0.3 },
      ]);
    });

    it('M19: duplicates become one that was said as often as both, and only within a user', async () => {
      const [ann = userId('ann'), bob = userId('bob')] = users;
      for (const user of [ann, bob]) await write(user, { kind: 'preference', content: '周末常去城西的羽毛球馆打球' });
      await write(ann, { kind: 'preference', content: '周末常去城西的羽毛球馆打球！' });
      expect((await run('merge-duplicates')).report.counts).toEqual({ merged: 1, not_compared: 0 });
      expect((await rows(ann, 'status, restated')).map((row) => JSON.stringify(row)).toSorted()).toEqual([
        JSON.stringify({ status: 'active', restated: 2 }),
        JSON.stringify({ status: 'archived', restated: 1 }),
      ]);
      expect(await rows(bob, 'status')).toEqual([{ status: 'active' }]);
    });

    it('M13, M19: a session that fell silent becomes an episode that names what it was made of, once', async () => {
      const [user = userId('ann')] = users;
      const item = await write(user, { content: 'noted in the session' });
      await meet(user);
      expect((await run('summarise')).report.counts).toMatchObject({ sessions_summarised: 1 });
      const summaries = (await rows(user, 'kind, status, content, derived_from, source_channel, session_id')).filter(
        (row) => row['source_channel'] === 'summary',
      );
      expect(summaries[0]).toMatchObject({
        kind: 'episode',
        status: 'reference',
        derived_from: [item],
        session_id: 's-1',
      });
      expect(summaries.map((row) => row['content']).join()).toContain('合同.pdf');
      expect((await run('summarise')).report.counts).toMatchObject({ sessions_summarised: 0 });
    });

    it('M27: what is made of a session stays in the space that it was said in', async () => {
      const [user = userId('ann')] = users;
      await write(user, { content: 'noted in the session', space: 'agentA' });
      await meet(user, 'agentA');
      await meet(user, 'agentB');
      expect((await run('summarise')).report.counts).toMatchObject({ sessions_summarised: 2 });
      const summaries = async () =>
        (await rows(user, 'space, source_channel')).filter((row) => row['source_channel'] === 'summary');
      expect(new Set((await summaries()).map((row) => row['space']))).toEqual(new Set(['agentA', 'agentB']));
      expect((await run('summarise')).report.counts).toMatchObject({ sessions_summarised: 0 });
      for (const space of ['agentA', 'agentB']) {
        await write(user, { kind: 'preference', content: '周末常去城西的羽毛球馆打球', space });
        await write(user, { kind: 'preference', content: '周末常去城西的羽毛球馆打球！', space });
      }
      expect((await run('merge-duplicates')).report.counts).toMatchObject({ merged: 2 });
      const kept = (await rows(user, 'kind, space, status')).filter((row) => row['kind'] === 'preference');
      expect(kept.filter((row) => row['status'] === 'active').map((row) => row['space'])).toEqual(
        expect.arrayContaining(['agentA', 'agentB']),
      );
    });

    it.each([
      [
        'takes what a model wrote of a session that bears it out',
        '在上海浦东开会，把合同.pdf发给王莉，预算12000元。',
        true,
      ],
      ['extracts where a model has invented something', '把合同.pdf发给李雷，预算12000元。', false],
    ])('M35, M19: the nightly summary %s', async (_, written, taken) => {
      const [user = userId('ann')] = users;
      await write(user, {});
      await meet(user);
      const writer = { write: () => Promise.resolve(written) };
      const ledger = new PostgresJobLedger(stores.database);
      const job = new RunJob(ledger, new FixedPolicies(), new FixedClock(NOW), ids, writer);
      await job.run(tenant, 'summarise', false);
      const summaries = (await rows(user, 'content, source_channel')).filter(
        (row) => row['source_channel'] === 'summary',
      );
      const texts = summaries.map((row) => row['content']);
      expect(texts.length).toBeGreaterThan(0);
      expect(texts.join()).toContain('王莉');
      expect(texts.includes(written)).toBe(taken);
    });

    it('M19: the log of changes is kept for 30 days', async () => {
      const [user = userId('ann')] = users;
      const source = { id: 's', channel: 'import', type: 'system' } as const;
      await write(user, { kind: 'fact', key: 'city', content: '上海', source }, 31);
      await write(user, { kind: 'fact', key: 'team', content: '客服', source }, 29);
      expect((await run('purge-log')).report.counts).toEqual({ changes_purged: 1 });
      expect(await rows(user, 'key', 'change_log')).toEqual([{ key: 'team' }]);
    });
  });
}
