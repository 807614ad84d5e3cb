import { randomUUID } from 'node:crypto';
import { crowd } from '../../../ports/crowd.stage';
import { fillEveryTable } from '../../../ports/every-table.stage';
import { openEmbeddedStores, openServerStores, type OpenedStores } from './memory-stores.stage';
import { SHARED_TABLES } from './migrations';

/** How many sessions at once; `npm run bench:isolation` runs 5,000 on the servers. */
const SESSIONS = Number(process.env['PLINTH_ISOLATION_SESSIONS'] ?? 200);
const SESSIONS_OF_A_USER = 10;

describe.each([
  ['PostgreSQL and Redis', openServerStores, SESSIONS],
  ['PGlite and the in-process store', openEmbeddedStores, Math.min(SESSIONS, 200)],
])('isolation on %s', (_, open, sessions) => {
  let stores: OpenedStores;
  beforeAll(async () => {
    stores = await open();
  }, 120_000);
  afterAll(() => stores.close());

  it('M20: many sessions of many users at once, all alike: no answer holds anything of another user', async () => {
    const seen = await crowd(stores, { users: sessions / SESSIONS_OF_A_USER, sessions });
    if (sessions > 200) process.stdout.write(`${JSON.stringify({ ...seen, foreign: seen.foreign.length })}\n`);
    expect(seen).toMatchObject({ sessions, answers: sessions * 4, empty: 0, foreign: [] });
  }, 1_800_000);

  it('M20: of what an organisation shares, queries without any filter show each reader his own departments alone', async () => {
    const tenant = `t${randomUUID().slice(0, 8)}`;
    const { database } = stores;
    const item = randomUUID();
    await fillEveryTable(database, { tenant, user: 'ann', item });
    const keeper = { tenant, user: 'keeper', curator: true };
    const join = (user: string, department: string, role: string) =>
      database.query(
        `INSERT INTO members (tenant, user_id, department, role, joined_at_ms) VALUES ($1, $2, $3, $4, 0)`,
        [tenant, user, department, role],
        keeper,
      );
    await join('colleague', 'service', 'employee');
    await join('elsewhere', 'sales', 'employee');
    await join('manager of others', 'sales', 'manager');
    const seenBy = async (scope: { tenant: string; user?: string } | undefined) =>
      (
        await Promise.all(
          SHARED_TABLES.map(async (table) =>
            (await database.query(`SELECT 1 FROM ${table}`, [], scope)).length > 0 ? table : '',
          ),
        )
      ).filter((table) => table !== '');

    expect(await seenBy({ tenant, user: 'ann' })).toEqual(SHARED_TABLES);
    expect(await seenBy({ tenant, user: 'colleague' })).toEqual(SHARED_TABLES);
    for (const scope of [
      { tenant, user: 'elsewhere' },
      { tenant, user: 'manager of others' },
      { tenant, user: 'a stranger' },
      { tenant },
      { tenant: 'rival', user: 'ann' },
      undefined,
    ])
      expect([scope, await seenBy(scope)]).toEqual([scope, []]);

    for (const table of SHARED_TABLES)
      await database.query(`UPDATE ${table} SET visibility = 'org', department = NULL`, [], keeper);
    expect(await seenBy({ tenant, user: 'elsewhere' })).toEqual(SHARED_TABLES);
    const strangers = await seenBy({ tenant, user: 'a stranger' });
    expect(strangers).toEqual(SHARED_TABLES.filter((table) => table !== 'contacts'));
    expect(await seenBy({ tenant: 'rival', user: 'ann' })).toEqual([]);

    for (const table of SHARED_TABLES)
      expect([
        table,
        await database.query(`DELETE FROM ${table} RETURNING 1`, [], { tenant, user: 'elsewhere' }),
        await database.query(`UPDATE ${table} SET visibility = 'org' RETURNING 1`, [], { tenant, user: 'elsewhere' }),
      ]).toEqual([table, [], []]);
  });
});
