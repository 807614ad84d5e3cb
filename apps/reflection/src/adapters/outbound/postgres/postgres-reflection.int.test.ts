import { messageId, tenantId } from '@plinth/kernel';
import { migrate, PgliteDatabase, PgliteEngine, PostgresDatabase, type SqlDatabase } from '@plinth/postgres';
import { createLogger } from '@plinth/telemetry';
import { createTestDatabase, tenantLeaks } from '@plinth/testing';
import { entry, verdictLogContract } from '../../../ports/verdict-log.contract';
import { reflectionMigrations } from './migrations';
import { PostgresPolicyArchive } from './postgres-policy-archive';
import { PostgresVerdictLog } from './postgres-verdict-log';

const silent = createLogger({ service: 'test', level: 'silent' });
const closers: (() => Promise<void>)[] = [];

async function onPglite(): Promise<SqlDatabase> {
  const engine = await PgliteEngine.open();
  const database = new PgliteDatabase(engine, { schema: 'reflection' });
  closers.push(() => engine.close());
  return database;
}

async function onPostgres(): Promise<SqlDatabase> {
  const test = await createTestDatabase();
  const database = new PostgresDatabase({ url: test.url, schema: 'reflection' });
  closers.push(async () => {
    await database.close();
    await test.drop();
  });
  return database;
}

afterAll(async () => {
  for (const close of closers) await close();
});

describe.each([
  ['PGlite', onPglite],
  ['PostgreSQL', onPostgres],
])('reflection on %s', (name, open) => {
  let database: SqlDatabase;
  const opened = async (): Promise<SqlDatabase> => {
    if (database) return database;
    database = await open();
    await migrate(database, { schema: 'reflection', migrations: reflectionMigrations });
    return database;
  };

  verdictLogContract(name, async () => {
    const log = new PostgresVerdictLog(await opened(), silent);
    return { log, drain: () => log.drain() };
  });

  it('M20: every table with a tenant holds rows of one and shows another nothing', async () => {
    const log = new PostgresVerdictLog(await opened(), silent);
    log.record(entry({ tenant: tenantId('m20'), command: messageId('m20') }));
    await log.drain();
    const strangers = [{ tenant: 'nobody' }, { tenant: 'nobody', user: 'anna' }];
    expect(await tenantLeaks(database, { tenant: 'm20' }, strangers)).toEqual({ unfilled: [], leaking: [] });
  });

  it('T4: finds a kept policy set by its version, and keeps a set twice as once', async () => {
    const archive = new PostgresPolicyArchive(await opened());
    const policies = [{ name: 'p', description: 'd', checks: [], examples: [] }];
    await archive.keep('v1', policies, 1);
    await archive.keep('v1', [], 2);
    expect(await archive.find('v1')).toEqual(policies);
    expect(await archive.find('v2')).toBeUndefined();
  });
});
