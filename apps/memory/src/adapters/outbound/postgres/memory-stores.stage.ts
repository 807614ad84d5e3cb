import { FixedClock } from '@plinth/kernel';
import { InProcessHotStore, RedisHotStore, type HotStore } from '@plinth/redis';
import { infraEnv } from '@plinth/testing';
import { openEmbeddedDatabase, openServerDatabase, type OpenedDatabase } from './memory-databases.stage';

export interface OpenedStores extends OpenedDatabase {
  readonly hot: HotStore;
}

/** A database of its own on the PostgreSQL server, and Redis. */
export async function openServerStores(): Promise<OpenedStores> {
  const opened = await openServerDatabase();
  const hot = await RedisHotStore.open({
    url: infraEnv().PLINTH_REDIS_URL,
    report: (error) => process.emitWarning(String(error)),
  });
  return withHot(opened, hot);
}

/** What the embedded profile keeps, in memory. */
export async function openEmbeddedStores(): Promise<OpenedStores> {
  return withHot(await openEmbeddedDatabase(), new InProcessHotStore(new FixedClock(0)));
}

function withHot({ database, close }: OpenedDatabase, hot: HotStore): OpenedStores {
  const closeBoth = async () => {
    await hot.close();
    await close();
  };
  return { database, hot, close: closeBoth };
}
