import { parkingMigration } from '@plinth/bus';
import { migrate, PgliteDatabase, PostgresDatabase, type SqlDatabase } from '@plinth/postgres';
import { createTestDatabase, openTestEngine } from '@plinth/testing';
import { describeMemorySearchOn } from '../../../ports/memory-search.contract';
import { memoryMigrations } from './migrations';

const prepare = (database: SqlDatabase) =>
  migrate(database, { schema: 'memory', migrations: [parkingMigration, ...memoryMigrations] });

/** One connection: a plan that the server settles on after some runs is met by the later searches. */
describeMemorySearchOn('PostgreSQL', async () => {
  const created = await createTestDatabase();
  const database = new PostgresDatabase({ url: created.url, schema: 'memory', poolSize: 1 });
  await prepare(database);
  return {
    database,
    close: async () => {
      await database.close();
      await created.drop();
    },
  };
});

describeMemorySearchOn('PGlite', async () => {
  const engine = await openTestEngine();
  const database = new PgliteDatabase(engine, { schema: 'memory' });
  await prepare(database);
  return {
    database,
    close: async () => {
      await database.close();
      await engine.close();
    },
  };
});
