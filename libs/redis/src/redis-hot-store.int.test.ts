import { TransientError } from '@plinth/kernel';
import { infraEnv, severableServer } from '@plinth/testing';
import { Redis } from 'ioredis';
import { hotStoreContract } from './hot-store.contract';
import { RedisHotStore } from './redis-hot-store';

const url = infraEnv().PLINTH_REDIS_URL;

describe('RedisHotStore', () => {
  const behind = new Redis(url, { lazyConnect: true });
  afterAll(() => behind.quit());
  describe('keeps the contract', () => {
    hotStoreContract(
      () => RedisHotStore.open({ url }),
      async (key) => {
        await behind.del(key);
      },
    );
  });

  it('closes while Redis is away: nobody waits for an end that never comes', async () => {
    const redis = await severableServer(url);
    const store = await RedisHotStore.open({ url: redis.url, report: () => undefined });
    redis.sever();
    await expect(store.ping()).rejects.toMatchObject({ code: 'redis_unavailable' });
    await store.close();
    await redis.close();
  }, 10_000);

  it('fails fast with redis_unavailable while Redis is away, and serves again by itself once it is back', async () => {
    const redis = await severableServer(url);
    const store = await RedisHotStore.open({ url: redis.url, report: () => undefined });
    await store.ping();
    redis.sever();
    const before = Date.now();
    await expect(store.readHash('any')).rejects.toMatchObject({ code: 'redis_unavailable', retryable: true });
    expect(Date.now() - before).toBeLessThan(1_000);
    redis.mend();
    await eventually(() => store.ping());
    await store.close();
    await redis.close();
  });

  it('gives up a command that Redis does not answer, and the connection with it', async () => {
    const redis = await severableServer(url);
    const store = await RedisHotStore.open({ url: redis.url, commandTimeoutMs: 100, report: () => undefined });
    redis.freeze();
    await expect(store.ping()).rejects.toBeInstanceOf(TransientError);
    redis.mend();
    await eventually(() => store.ping());
    await store.close();
    await redis.close();
  });

  it('refuses to open when nobody answers', async () => {
    const opening = RedisHotStore.open({ url: 'redis://127.0.0.1:1', report: () => undefined });
    await expect(opening).rejects.toMatchObject({ code: 'redis_unavailable' });
  });

  it('leaves an error of the command itself untranslated', async () => {
    await behind.set('test:not-a-hash', 'x', 'PX', 1_000);
    const store = await RedisHotStore.open({ url });
    await expect(store.readHash('test:not-a-hash')).rejects.toMatchObject({ name: 'ReplyError' });
    await store.close();
  });
});

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
