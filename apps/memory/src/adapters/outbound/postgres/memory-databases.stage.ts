import { parkingMigration } from '@plinth/bus';
import { migrate, PgliteDatabase, PostgresDatabase, type SqlDatabase } from '@plinth/postgres';
import { createTestDatabase, openTestEngine } from '@plinth/testing';
import { memoryMigrations } from './migrations';

export interface OpenedDatabase {
  readonly database: SqlDatabase;
  close(): Promise<void>;
}

const prepare = (database: SqlDatabase) =>
  migrate(database, { schema: 'memory', migrations: [parkingMigration, ...memoryMigrations] });

/** A database of its own on the PostgreSQL server, with memory's tables. */
export async function openServerDatabase(poolSize = 4): Promise<OpenedDatabase> {
  const created = await createTestDatabase();
  const database = new PostgresDatabase({ url: created.url, schema: 'memory', poolSize });
  await prepare(database);
  const close = async () => {
    await database.close();
    await created.drop();
  };
  return { database, close };
}

/** The same in the embedded profile's engine, in memory. */
export async function openEmbeddedDatabase(): Promise<OpenedDatabase> {
  const engine = await openTestEngine();
  const database = new PgliteDatabase(engine, { schema: 'memory' });
  await prepare(database);
  const close = async () => {
    await database.close();
    await engine.close();
  };
  return { database, close };
}
