import { PermanentError } from '@plinth/kernel';
import { migrate } from './migrate';
import { tenantPolicy, tenantUserPolicy } from './row-policies';
import { enterScope, EVERY_TENANT } from './scope';
import type { SqlDatabase } from './sql-database';
import { UniqueViolation } from './unique-violation';

const MIGRATIONS = [
  {
    id: '0001_items',
    sql: `
      CREATE TABLE items (tenant text NOT NULL, id text NOT NULL, body text, seen_at bigint, PRIMARY KEY (tenant, id));
      ${tenantPolicy('items', { everyTenant: true })}
      CREATE TABLE notes (tenant text NOT NULL, user_id text NOT NULL, id text NOT NULL, PRIMARY KEY (tenant, user_id, id));
      ${tenantUserPolicy('notes')}
      CREATE TABLE counters (id text PRIMARY KEY, value bigint NOT NULL);
    `,
  },
];

/** What every SqlDatabase keeps. `open` gives a fresh view of one database per schema; the suite closes what it opens. */
export function sqlDatabaseContract(open: (schema: string) => SqlDatabase): void {
  let db: SqlDatabase;
  let neighbour: SqlDatabase;

  beforeAll(async () => {
    db = open('contract_one');
    neighbour = open('contract_two');
    await migrate(db, { schema: 'contract_one', migrations: MIGRATIONS });
    await migrate(neighbour, { schema: 'contract_two', migrations: MIGRATIONS });
  });

  beforeEach(() => db.asOwner((tx) => tx.query('TRUNCATE items, notes, counters')));

  afterAll(async () => {
    await db.close();
    await neighbour.close();
  });

  const addItem = (tenant: string, id: string) =>
    db.query('INSERT INTO items (tenant, id) VALUES ($1, $2)', [tenant, id], { tenant });

  describe('values', () => {
    it('gives int8 as number, jsonb parsed, text of any script and date as text', async () => {
      const rows = await db.query(
        'SELECT $1::bigint AS at, $2::jsonb AS json, $3::text AS body, $4::date AS day, $5::bigint[] AS many, $6::text AS gone',
        [1_700_000_000_000, { a: [1, '二'] }, '退款👍', '2026-11-30', [1, 2], undefined],
      );
      expect(rows).toEqual([
        {
          at: 1_700_000_000_000,
          json: { a: [1, '二'] },
          body: '退款👍',
          day: '2026-11-30',
          many: [1, 2],
          gone: null,
        },
      ]);
    });

    it('throws for an int8 that a number cannot hold exactly', async () => {
      await expect(db.query('SELECT $1::bigint AS big', ['9007199254740993'])).rejects.toThrow('9007199254740993');
    });

    it('refuses U+0000 as PermanentError invalid_text and serves the next statement', async () => {
      await expect(db.query('SELECT $1::text', ['a\u0000b'])).rejects.toMatchObject({ code: 'invalid_text' });
      await expect(db.query('SELECT $1::jsonb', ['"a\\u0000b"'])).rejects.toBeInstanceOf(PermanentError);
      expect(await db.query('SELECT $1::text AS ok', ['a'])).toEqual([{ ok: 'a' }]);
    });

    it('survives a value that cannot become JSON', async () => {
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      const text = 'SELECT $1::jsonb AS fresh_statement';
      await expect(db.query(text, [circle])).rejects.toThrow(TypeError);
      expect(await db.query(text, [{ a: 1 }])).toEqual([{ fresh_statement: { a: 1 } }]);
    });
  });

  describe('transactions', () => {
    const put = `INSERT INTO counters VALUES ($1, $2)`;
    const count = async () => (await db.query<{ n: number }>('SELECT count(*) AS n FROM counters'))[0]?.n;

    it('commits what the callback wrote and answers what it answered', async () => {
      const answer = await db.transaction(async (tx) => {
        await tx.query(put, ['a', 1]);
        await tx.query(put, ['b', 2]);
        return 'done';
      });
      expect(answer).toBe('done');
      expect(await count()).toBe(2);
    });

    it('rolls everything back when the callback throws, and passes its error on', async () => {
      const work = db.transaction(async (tx) => {
        await tx.query(put, ['a', 1]);
        throw new RangeError('changed my mind');
      });
      await expect(work).rejects.toThrow(new RangeError('changed my mind'));
      expect(await count()).toBe(0);
    });

    it('throws when the callback swallows the failure of a statement, instead of losing its writes silently', async () => {
      const work = db.transaction(async (tx) => {
        await tx.query(put, ['a', 1]);
        await tx.query(put, ['a', 1]).catch(() => undefined);
      });
      await expect(work).rejects.toThrow('nothing was committed');
      expect(await count()).toBe(0);
    });

    it('names the constraint that refused a row', async () => {
      await db.query(put, ['a', 1]);
      const again = await db.query(put, ['a', 1]).catch((error: unknown) => error);
      expect(again).toBeInstanceOf(UniqueViolation);
      expect(again).toMatchObject({ constraint: 'counters_pkey' });
      const inside = db.transaction((tx) => Promise.all([tx.query(put, ['a', 1]), tx.query('SELECT 1 AS later', [])]));
      await expect(inside).rejects.toBeInstanceOf(UniqueViolation);
    });

    it('leaves an error of the statement itself untranslated', async () => {
      await expect(db.query('SELECT * FROM no_such_table', [])).rejects.toMatchObject({ code: '42P01' });
      expect(await db.query('SELECT 1 AS one', [])).toEqual([{ one: 1 }]);
    });

    it('refuses the executor once its callback has settled', async () => {
      const leaked = await db.transaction((tx) => Promise.resolve(tx));
      await expect(leaked.query('SELECT 1')).rejects.toThrow('the transaction is over');
    });

    it('throws on use of the database inside its own transaction, instead of waiting for ever', async () => {
      const nested = 'inside its own transaction';
      await expect(db.transaction(() => db.query('SELECT 1'))).rejects.toThrow(nested);
      await expect(db.transaction(() => db.transaction((tx) => tx.query('SELECT 1')))).rejects.toThrow(nested);
      expect(await db.query('SELECT 1 AS free', [])).toEqual([{ free: 1 }]);
    });

    it('lets work that a transaction left behind use the database once the transaction is over', async () => {
      let left: Promise<unknown> | undefined;
      await db.transaction(async (tx) => {
        await tx.query('SELECT 1');
        left = new Promise((resolve) => setTimeout(resolve, 20)).then(() => db.query('SELECT 1 AS free', []));
      });
      expect(await left).toEqual([{ free: 1 }]);
    });

    it('finishes fifty transactions at once, each seeing whole states', async () => {
      await db.query(put, ['sum', 0]);
      const add = () =>
        db.transaction(async (tx) => {
          const [row] = await tx.query<{ value: number }>(`SELECT value FROM counters WHERE id = 'sum' FOR UPDATE`, []);
          await tx.query(`UPDATE counters SET value = $1 WHERE id = 'sum'`, [(row?.value ?? NaN) + 1]);
        });
      await Promise.all(Array.from({ length: 50 }, add));
      expect(await db.query(`SELECT value FROM counters`)).toEqual([{ value: 50 }]);
    });

    it('sends statements that are not awaited in the order of their calls', async () => {
      await db.transaction((tx) =>
        Promise.all([tx.query(put, ['a', 1]), tx.query(`UPDATE counters SET value = 2`, [])]),
      );
      expect(await db.query(`SELECT value FROM counters`)).toEqual([{ value: 2 }]);
    });
  });

  describe('row-level security', () => {
    const allItems = 'SELECT tenant, id FROM items ORDER BY tenant, id';

    it('M20: without any filter in the statement, another tenant’s rows are not seen, changed or removed', async () => {
      await addItem('acme', 'a1');
      await addItem('globex', 'g1');
      expect(await db.query(allItems, [], { tenant: 'acme' })).toEqual([{ tenant: 'acme', id: 'a1' }]);
      await db.query(`UPDATE items SET body = 'mine'`, [], { tenant: 'acme' });
      await db.query(`DELETE FROM items`, [], { tenant: 'acme' });
      expect(await db.query('SELECT tenant, body FROM items', [], { tenant: 'globex' })).toEqual([
        { tenant: 'globex', body: null },
      ]);
    });

    it('M20: without any filter, another user’s rows of the same tenant are not seen', async () => {
      const add = (user: string) =>
        db.query('INSERT INTO notes VALUES ($1, $2, $3)', ['acme', user, 'n'], { tenant: 'acme', user });
      await add('ann');
      await add('bob');
      const seen = db.query('SELECT user_id FROM notes', [], { tenant: 'acme', user: 'ann' });
      expect(await seen).toEqual([{ user_id: 'ann' }]);
      expect(await db.query('SELECT user_id FROM notes', [], { tenant: 'acme' })).toEqual([]);
      expect(await db.query('SELECT user_id FROM notes', [], { tenant: 'other', user: 'ann' })).toEqual([]);
    });

    it('M20: no scope and an empty scope see nothing', async () => {
      await addItem('acme', 'a1');
      expect(await db.query(allItems, [])).toEqual([]);
      expect(await db.query(allItems, [], { tenant: '' })).toEqual([]);
      expect(await db.transaction((tx) => tx.query(allItems, []))).toEqual([]);
    });

    it('M20: a row of another tenant cannot be written', async () => {
      const foreign = db.query('INSERT INTO items (tenant, id) VALUES ($1, $2)', ['globex', 'x'], { tenant: 'acme' });
      await expect(foreign).rejects.toMatchObject({ code: '42501' });
    });

    it('M20: the scope of one transaction is gone in the next, whether it committed or rolled back', async () => {
      await addItem('acme', 'a1');
      const scope = { tenant: 'acme', user: 'ann' };
      const setting = `SELECT current_setting('plinth.tenant', true) AS tenant, current_setting('plinth.user', true) AS user_id`;
      for (let round = 0; round < 12; round++) {
        expect(await db.transaction((tx) => tx.query(setting, []), scope)).toEqual([
          { tenant: 'acme', user_id: 'ann' },
        ]);
        await db.transaction(() => Promise.reject(new Error('undo')), scope).catch(() => undefined);
        const [after] = await db.query<{ tenant: string | null; user_id: string | null }>(setting, []);
        expect([after?.tenant ?? '', after?.user_id ?? '']).toEqual(['', '']);
        expect(await db.query(allItems, [])).toEqual([]);
      }
    });

    it('M20: concurrent transactions of many tenants each see their own rows only', async () => {
      const tenants = Array.from({ length: 40 }, (_, at) => `tenant-${at}`);
      await Promise.all(tenants.map((tenant) => addItem(tenant, 'only')));
      const seen = await Promise.all(tenants.map((tenant) => db.query(allItems, [], { tenant })));
      expect(seen).toEqual(tenants.map((tenant) => [{ tenant, id: 'only' }]));
    });

    it('M20: a tenant’s name is data, whatever it holds', async () => {
      const tenant = `a'; RESET ROLE; SET plinth.tenant = 'b\\`;
      await addItem(tenant, 'odd');
      expect(await db.query(allItems, [], { tenant })).toEqual([{ tenant, id: 'odd' }]);
      await expect(db.query(allItems, [], { tenant: 'a\u0000' })).rejects.toMatchObject({ code: 'invalid_text' });
      await expect(db.query(allItems, [], { tenant: '\ud83d' })).rejects.toMatchObject({ code: 'invalid_text' });
    });

    it('writes rows of several tenants in one transaction by entering each scope', async () => {
      await db.transaction((tx) =>
        Promise.all(
          ['acme', 'globex'].flatMap((tenant) => [
            enterScope(tx, { tenant }),
            tx.query('INSERT INTO items (tenant, id) VALUES ($1, $2)', [tenant, 'both']),
          ]),
        ),
      );
      expect(await db.query(allItems, [], { tenant: 'acme' })).toHaveLength(1);
      expect(await db.query(allItems, [], { tenant: 'globex' })).toHaveLength(1);
    });

    it('shows every tenant’s rows to EVERY_TENANT only where the policy says so', async () => {
      await addItem('acme', 'a1');
      await addItem('globex', 'g1');
      await db.query('INSERT INTO notes VALUES ($1, $2, $3)', ['acme', 'ann', 'n'], { tenant: 'acme', user: 'ann' });
      expect(await db.query(allItems, [], EVERY_TENANT)).toHaveLength(2);
      expect(await db.query('SELECT * FROM notes', [], EVERY_TENANT)).toEqual([]);
      const narrowed = db.transaction(async (tx) => {
        await enterScope(tx, { tenant: 'acme' });
        return tx.query(allItems, []);
      }, EVERY_TENANT);
      expect(await narrowed).toEqual([{ tenant: 'acme', id: 'a1' }]);
    });

    it('M20: runs as a role that owns no table, is bound by policies and reaches no other schema', async () => {
      const [me] = await db.query<{ role: string; bound: boolean; tables: number }>(
        `SELECT current_user::text AS role, NOT (rolsuper OR rolbypassrls) AS bound,
           (SELECT count(*) FROM pg_tables WHERE tableowner = current_user) AS tables
         FROM pg_roles WHERE rolname = current_user`,
        [],
      );
      expect(me).toEqual({ role: 'plinth_contract_one', bound: true, tables: 0 });
      await expect(db.query('SELECT * FROM contract_two.counters', [])).rejects.toMatchObject({ code: '42501' });
      await expect(db.query('SELECT * FROM schema_migrations', [])).rejects.toMatchObject({ code: '42501' });
      await expect(db.query('ALTER TABLE items NO FORCE ROW LEVEL SECURITY')).rejects.toMatchObject({ code: '42501' });
    });

    it('means its own schema by the same statement as a neighbour', async () => {
      const put = 'INSERT INTO counters VALUES ($1, $2)';
      await neighbour.query('DELETE FROM counters', []);
      await Promise.all([db.query(put, ['here', 1]), neighbour.query(put, ['there', 2])]);
      const all = 'SELECT id FROM counters';
      expect(await Promise.all([db.query(all, []), neighbour.query(all, [])])).toEqual([
        [{ id: 'here' }],
        [{ id: 'there' }],
      ]);
    });
  });

  describe('doorbells', () => {
    const ring = (payload: string) => db.query(`SELECT pg_notify('bell', $1)`, [payload]);

    it('T6: rings every listener of the channel once the transaction has committed, and none after a rollback', async () => {
      const heard: string[] = [];
      const ends = [
        await db.listen('bell', (text) => heard.push(`1:${text}`)),
        await db.listen('bell', (text) => heard.push(`2:${text}`)),
      ];
      await db
        .transaction((tx) =>
          tx.query(`SELECT pg_notify('bell', 'undone')`, []).then(() => Promise.reject(new Error('undo'))),
        )
        .catch(() => undefined);
      await db.transaction((tx) => tx.query(`SELECT pg_notify('bell', 'done')`, []));
      await until(() => heard.length === 2);
      expect(heard).toEqual(['1:done', '2:done']);
      await ends[0]?.();
      await ring('again');
      await until(() => heard.length === 3);
      await ends[1]?.();
      await ring('unheard');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(heard).toEqual(['1:done', '2:done', '2:again']);
    });

    it('lets a listener use the database', async () => {
      let answer: Promise<unknown> | undefined;
      const end = await db.listen('bell', () => {
        answer = db.query('SELECT 1 AS looked', []);
      });
      await db.transaction((tx) => tx.query(`SELECT pg_notify('bell', '')`, []));
      await until(() => answer !== undefined);
      expect(await answer).toEqual([{ looked: 1 }]);
      await end();
    });
  });

  describe('migrate', () => {
    const schema = 'contract_one';

    it('runs each migration once, however many replicas start together', async () => {
      const extra = { id: '0002_extra', sql: 'CREATE TABLE extra (id text); INSERT INTO extra VALUES (1)' };
      const migrations = [...MIGRATIONS, extra];
      const ran = await Promise.all([1, 2, 3].map(() => migrate(db, { schema, migrations })));
      expect(ran.flat()).toEqual(['0002_extra']);
      expect(await db.query('SELECT count(*) AS n FROM extra', [])).toEqual([{ n: 1 }]);
      expect(await migrate(db, { schema, migrations: MIGRATIONS })).toEqual([]);
    });

    it('refuses a migration whose text changed after it ran, naming it; line ends do not count', async () => {
      const [first] = MIGRATIONS;
      const changed = { id: '0001_items', sql: `${first?.sql} -- edited` };
      await expect(migrate(db, { schema, migrations: [changed] })).rejects.toMatchObject({
        code: 'migration_changed',
        message: expect.stringContaining('0001_items') as string,
      });
      const windows = { id: '0001_items', sql: first?.sql.replaceAll('\n', '\r\n') ?? '' };
      expect(await migrate(db, { schema, migrations: [windows] })).toEqual([]);
    });

    it('leaves nothing of a migration that fails halfway', async () => {
      const broken = { id: '0003_broken', sql: 'CREATE TABLE half (id text); SELECT 1/0' };
      await expect(migrate(db, { schema, migrations: [...MIGRATIONS, broken] })).rejects.toMatchObject({
        code: '22012',
      });
      await expect(db.query('SELECT * FROM half', [])).rejects.toMatchObject({ code: '42P01' });
      const mended = { id: '0003_broken', sql: 'CREATE TABLE half (id text)' };
      expect(await migrate(db, { schema, migrations: [...MIGRATIONS, mended] })).toEqual(['0003_broken']);
    });

    it('M20: refuses a table with tenants and no forced row-level security, unless it is named', async () => {
      const open = { id: '0004_open', sql: 'CREATE TABLE open_rows (tenant text)' };
      await expect(migrate(db, { schema, migrations: [open] })).rejects.toThrow('open_rows');
      expect(await migrate(db, { schema, migrations: [open], withoutRowSecurity: ['open_rows'] })).toEqual([]);
    });
  });
}

/** Waits for something that happens by itself; the test's own limit ends it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
