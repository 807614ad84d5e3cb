import { TransientError } from '@plinth/kernel';
import { createTestDatabase, infraEnv, severableServer, type TestDatabase } from '@plinth/testing';
import { Client } from 'pg';
import { migrate } from './migrate';
import { PostgresDatabase } from './postgres-database';
import { tenantPolicy } from './row-policies';
import { sqlDatabaseContract } from './sql-database.contract';

const SCHEMA = 'postgres_test';
const MIGRATIONS = [{ id: '0001', sql: `CREATE TABLE items (tenant text, id text); ${tenantPolicy('items')}` }];

describe('PostgresDatabase', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await using(database.url, {}, (db) => migrate(db, { schema: SCHEMA, migrations: MIGRATIONS }));
  });

  afterAll(() => database.drop());

  describe('keeps the contract', () => {
    sqlDatabaseContract((schema) => new PostgresDatabase({ url: database.url, schema }));
  });

  it('fails with postgres_unavailable while the server is away, at once, and serves and hears again by itself', async () => {
    const server = await severableServer(database.url);
    const reported: unknown[] = [];
    await using(server.url, { report: (error) => void reported.push(error) }, async (db) => {
      const heard: string[] = [];
      await db.listen('bell', (payload) => heard.push(payload));
      await db.ping();
      server.sever();
      await expect(db.query('SELECT 1')).rejects.toMatchObject({ code: 'postgres_unavailable', retryable: true });
      server.mend();
      await eventually(() => db.ping());
      const ringing = setInterval(() => void db.query(`SELECT pg_notify('bell', 'again')`).catch(() => undefined), 50);
      while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      clearInterval(ringing);
      expect(heard[0]).toBe('again');
    });
    await server.close();
  }, 30_000);

  it('loses a transaction whose connection breaks, and says that it may be tried again', async () => {
    const server = await severableServer(database.url);
    await using(server.url, { report: () => undefined }, async (db) => {
      const work = db.transaction(
        async (tx) => {
          await tx.query(`INSERT INTO items VALUES ('acme', 'lost')`, []);
          server.sever();
          await tx.query('SELECT 1', []);
        },
        { tenant: 'acme' },
      );
      await expect(work).rejects.toBeInstanceOf(TransientError);
      server.mend();
      await eventually(() => db.ping());
      expect(await db.query(`SELECT * FROM items WHERE id = 'lost'`, [], { tenant: 'acme' })).toEqual([]);
    });
    await server.close();
  });

  it('ends a statement that takes too long with postgres_timeout, and a caller’s wait for a connection likewise', async () => {
    await using(database.url, { statementTimeoutMs: 100, poolSize: 1, connectTimeoutMs: 3_000 }, async (db) => {
      await expect(db.query('SELECT pg_sleep(5)')).rejects.toMatchObject({ code: 'postgres_timeout' });
      let release = (): void => undefined;
      const held = db.transaction(() => new Promise<void>((resolve) => (release = resolve)));
      await expect(db.query('SELECT 1')).rejects.toMatchObject({ code: 'postgres_unavailable' });
      release();
      await held;
      await db.ping();
    });
  });

  it('refuses an address where nobody listens, as postgres_unavailable', async () => {
    await using('postgres://app@127.0.0.1:1/app', {}, async (db) => {
      await expect(db.ping()).rejects.toMatchObject({ code: 'postgres_unavailable' });
      await expect(db.listen('bell', () => undefined)).rejects.toMatchObject({ code: 'postgres_unavailable' });
      await expect(migrate(db, { schema: SCHEMA, migrations: [] })).rejects.toMatchObject({
        code: 'postgres_unavailable',
      });
    });
  });

  it('M20: no URL can change the role that statements run as', () => {
    const url = `${database.url}?options=${encodeURIComponent('-c role=none')}`;
    expect(() => new PostgresDatabase({ url, schema: SCHEMA })).toThrow('must not carry "options"');
  });

  it('M20: refuses to migrate for a role that row-level security does not bind', async () => {
    const admin = new Client({ connectionString: infraEnv().PLINTH_POSTGRES_ADMIN_URL });
    await admin.connect();
    const role = `plinth_unsafe_${process.pid}`;
    await admin.query(`CREATE ROLE ${role} NOLOGIN BYPASSRLS`);
    await using(database.url, { role }, async (db) => {
      await expect(migrate(db, { schema: SCHEMA, migrations: MIGRATIONS })).rejects.toMatchObject({
        code: 'unsafe_role',
      });
    });
    await admin.query(`DROP ROLE ${role}`);
    await admin.end();
  });

  it('makes one role from several databases at the same moment', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase()));
    const role = `plinth_meeting_${process.pid}`;
    const migrations = [{ id: '0001', sql: 'CREATE TABLE t (id text)' }];
    const ran = await Promise.all(
      databases.flatMap(({ url }) =>
        [1, 2].map(() => using(url, { role }, (db) => migrate(db, { schema: SCHEMA, migrations }))),
      ),
    );
    expect(ran.flat()).toEqual(['0001', '0001', '0001']);
    await Promise.all(databases.map(({ url }) => using(url, { role }, (db) => db.query('SELECT * FROM t'))));
    await Promise.all(databases.map(({ drop }) => drop()));
    const admin = new Client({ connectionString: infraEnv().PLINTH_POSTGRES_ADMIN_URL });
    await admin.connect();
    await admin.query(`DROP ROLE ${role}`);
    await admin.end();
  }, 30_000);

  it('takes a statement whose plan a migration outdated as a conflict once, and then plans it anew', async () => {
    await using(database.url, { poolSize: 1 }, async (db) => {
      const all = () => db.query('SELECT * FROM items', [], { tenant: 'acme' });
      await all();
      await db.asOwner((tx) => tx.query('ALTER TABLE items ADD COLUMN later text'));
      await expect(all()).rejects.toMatchObject({ code: 'postgres_conflict' });
      expect(await all()).toEqual([]);
    });
  });
});

type Options = Partial<ConstructorParameters<typeof PostgresDatabase>[0]>;

async function using<T>(url: string, options: Options, work: (db: PostgresDatabase) => Promise<T>): Promise<T> {
  const db = new PostgresDatabase({ url, schema: SCHEMA, ...options });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function eventually(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
