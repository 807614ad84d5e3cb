import { migrate, PgliteDatabase, PostgresDatabase, type SqlDatabase } from '@plinth/postgres';
import { createTestDatabase, openTestEngine } from '@plinth/testing';
import { describeIdentityBookOn } from '../../../ports/identity-book.contract';
import { memoryMigrations } from './migrations';
import { PostgresIdentityBook } from './postgres-identity-book';

const prepare = (database: SqlDatabase) => migrate(database, { schema: 'memory', migrations: memoryMigrations });

describeIdentityBookOn('PostgreSQL', async () => {
  const created = await createTestDatabase();
  const database = new PostgresDatabase({ url: created.url, schema: 'memory', poolSize: 4 });
  await prepare(database);
  const close = async () => {
    await database.close();
    await created.drop();
  };
  return { database, book: new PostgresIdentityBook(database), close };
});

describeIdentityBookOn('PGlite', async () => {
  const engine = await openTestEngine();
  const database = new PgliteDatabase(engine, { schema: 'memory' });
  await prepare(database);
  const close = async () => {
    await database.close();
    await engine.close();
  };
  return { database, book: new PostgresIdentityBook(database), close };
});
