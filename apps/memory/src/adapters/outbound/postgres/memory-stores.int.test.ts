import { FixedClock } from '@plinth/kernel';
import { parkingMigration } from '@plinth/bus';
import { migrate, PgliteDatabase, PostgresDatabase, type SqlDatabase } from '@plinth/postgres';
import { InProcessHotStore, RedisHotStore } from '@plinth/redis';
import { createTestDatabase, infraEnv, openTestEngine } from '@plinth/testing';
import { describeMemoryOn } from '../../../ports/stores.contract';
import { memoryMigrations } from './migrations';

const prepare = (database: SqlDatabase) =>
  migrate(database, { schema: 'memory', migrations: [parkingMigration, ...memoryMigrations] });

describeMemoryOn('PostgreSQL and Redis', async () => {
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
});

describeMemoryOn('PGlite and the in-process store', async () => {
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
});
