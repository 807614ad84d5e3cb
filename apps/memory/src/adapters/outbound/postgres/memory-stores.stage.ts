import { parkingMigration } from '@plinth/bus';
import { FixedClock } from '@plinth/kernel';
import { migrate, PgliteDatabase, PostgresDatabase, type SqlDatabase } from '@plinth/postgres';
import { InProcessHotStore, RedisHotStore, type HotStore } from '@plinth/redis';
import { createTestDatabase, infraEnv, openTestEngine } from '@plinth/testing';
import { memoryMigrations } from './migrations';

export interface OpenedStores {
  readonly database: SqlDatabase;
  readonly hot: HotStore;
  close(): Promise<void>;
}

const prepare = (database: SqlDatabase) =>
  migrate(database, { schema: 'memory', migrations: [parkingMigration, ...memoryMigrations] });

/** A database of its own on the PostgreSQL server, and Redis. */
export async function openServerStores(): Promise<OpenedStores> {
  const created = await createTestDatabase();
  const database = new PostgresDatabase({ url: created.url, schema: 'memory', poolSize: 4 });
  await prepare(database);
  const hot = await RedisHotStore.open({
    url: infraEnv().PLINTH_REDIS_URL,
    report: (error) => process.emitWarning(String(error)),
  });
  const close = async () => {
    await hot.close();
    await database.close();
    await created.drop();
  };
  return { database, hot, close };
}

/** What the embedded profile keeps, in memory. */
export async function openEmbeddedStores(): Promise<OpenedStores> {
  const engine = await openTestEngine();
  const database = new PgliteDatabase(engine, { schema: 'memory' });
  await prepare(database);
  const hot = new InProcessHotStore(new FixedClock(0));
  const close = async () => {
    await hot.close();
    await database.close();
    await engine.close();
  };
  return { database, hot, close };
}
