import type { Redis, Result } from 'ioredis';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    plinthWriteHash(key: string, ...values: readonly (string | number)[]): Result<number, Context>;
    plinthUpdateFields(key: string, ...values: readonly (string | number)[]): Result<number, Context>;
  }
}

/** Fields are set in runs, since `unpack` is bound by Lua's stack. */
const SET_FIELDS = `
local function setFields(key, from, to)
  for at = from, to, 1000 do redis.call('HSET', key, unpack(ARGV, at, math.min(at + 999, to))) end
end`;

/** ttlMs, version or '', then names and values. */
const WRITE_HASH = `${SET_FIELDS}
local stored = tonumber(redis.call('HGET', KEYS[1], '__v') or '')
local version = tonumber(ARGV[2])
if stored and version and stored > version then return 0 end
redis.call('DEL', KEYS[1])
setFields(KEYS[1], 3, #ARGV)
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

/** ttlMs, expected version or '', version or '', number of names to remove, these names, then names and values. */
const UPDATE_FIELDS = `${SET_FIELDS}
if ARGV[2] ~= '' and redis.call('HGET', KEYS[1], '__v') ~= ARGV[2] then return 0 end
local removed = tonumber(ARGV[4])
for at = 5, 4 + removed do redis.call('HDEL', KEYS[1], ARGV[at]) end
setFields(KEYS[1], 5 + removed, #ARGV)
if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], '__v', ARGV[3]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;

/** Adds the two atomic writes to a connection; the driver loads them again when the server has forgotten them. */
export function defineScripts(redis: Redis): void {
  redis.defineCommand('plinthWriteHash', { numberOfKeys: 1, lua: WRITE_HASH });
  redis.defineCommand('plinthUpdateFields', { numberOfKeys: 1, lua: UPDATE_FIELDS });
}
