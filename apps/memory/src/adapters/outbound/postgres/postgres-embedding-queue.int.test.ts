import { migrate, PgliteDatabase, PostgresDatabase, type SqlDatabase } from '@plinth/postgres';
import { createTestDatabase, openTestEngine } from '@plinth/testing';
import { describeEmbeddingOn } from '../../../ports/embedding.contract';
import { memoryMigrations } from './migrations';

const prepare = (database: SqlDatabase) => migrate(database, { schema: 'memory', migrations: memoryMigrations });

describeEmbeddingOn('PostgreSQL', async () => {
  const created = await createTestDatabase();
  const database = new PostgresDatabase({ url: created.url, schema: 'memory', poolSize: 4 });
  await prepare(database);
  return {
    database,
    close: async () => {
      await database.close();
      await created.drop();
    },
  };
});

describeEmbeddingOn('PGlite', async () => {
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
