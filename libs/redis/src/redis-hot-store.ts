import type { Redis } from 'ioredis';
import { type FieldUpdate, type HashFields, HotStore, VERSION_FIELD } from './hot-store';
import { connect, disconnect, newConnection, type RedisConnectionOptions, translateFailure } from './redis-connection';
import { defineScripts } from './redis-scripts';

/** Hashes in Redis; updates run there as scripts. Commands of one tick share a write to the socket. */
export class RedisHotStore extends HotStore {
  private constructor(private readonly redis: Redis) {
    super();
  }

  /** Throws TransientError(`redis_unavailable`) when Redis cannot be reached now; later it comes back by itself. */
  static async open(options: RedisConnectionOptions): Promise<RedisHotStore> {
    const redis = newConnection(options);
    defineScripts(redis);
    await connect(redis);
    return new RedisHotStore(redis);
  }

  async readHash(key: string): Promise<HashFields | undefined> {
    const fields = await translated(this.redis.hgetall(key));
    return Object.keys(fields).length === 0 ? undefined : fields;
  }

  async writeHash(key: string, fields: HashFields, ttlMs: number): Promise<boolean> {
    const version = fields[VERSION_FIELD] ?? '';
    const values = Object.entries(fields).flat();
    return (await translated(this.redis.plinthWriteHash(key, ttlMs, version, ...values))) === 1;
  }

  async updateFields(key: string, update: FieldUpdate, ttlMs: number): Promise<boolean> {
    const remove = update.remove ?? [];
    const set = Object.entries(update.set ?? {}).flat();
    const versions = [update.expectVersion ?? '', update.version ?? ''];
    const answer = this.redis.plinthUpdateFields(key, ttlMs, ...versions, remove.length, ...remove, ...set);
    return (await translated(answer)) === 1;
  }

  async remove(...keys: readonly string[]): Promise<number> {
    // One command a key: in a cluster the keys may live apart.
    const removed = await Promise.all(keys.map((key) => translated(this.redis.unlink(key))));
    return removed.reduce((sum, count) => sum + count, 0);
  }

  async ping(): Promise<void> {
    await translated(this.redis.ping());
  }

  async close(): Promise<void> {
    await disconnect(this.redis);
  }
}

async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw translateFailure(error);
  }
}
