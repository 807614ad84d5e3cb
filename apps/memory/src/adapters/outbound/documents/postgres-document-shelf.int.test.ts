import { migrate, PgliteDatabase, PostgresDatabase, type SqlDatabase } from '@plinth/postgres';
import { createTestDatabase, openTestEngine } from '@plinth/testing';
import { describeDocumentShelfOn } from '../../../ports/document-shelf.contract';
import { memoryMigrations } from '../postgres/migrations';
import { PostgresDocumentShelf } from './postgres-document-shelf';

const prepare = (database: SqlDatabase) => migrate(database, { schema: 'memory', migrations: memoryMigrations });

describeDocumentShelfOn('PostgreSQL', async () => {
  const created = await createTestDatabase();
  const database = new PostgresDatabase({ url: created.url, schema: 'memory', poolSize: 4 });
  await prepare(database);
  const close = async () => {
    await database.close();
    await created.drop();
  };
  return { database, shelf: new PostgresDocumentShelf(database), close };
});

describeDocumentShelfOn('PGlite', async () => {
  const engine = await openTestEngine();
  const database = new PgliteDatabase(engine, { schema: 'memory' });
  await prepare(database);
  const close = async () => {
    await database.close();
    await engine.close();
  };
  return { database, shelf: new PostgresDocumentShelf(database), close };
});
