/** Redis as its clients see it in production: a user with rights, no default user, and an error instead of silent eviction. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { passwordsOf } from './env.mjs';
import { makePrivateFolder } from './files.mjs';
import { probeRedis } from './readiness.mjs';
import { findProgram } from './run.mjs';

/** `app` may do all but what endangers the server; INFO is what clients ask first, KEYS and FLUSHDB are for tests. */
const APP_RIGHTS = ['~*', '&*', '+@all', '-@dangerous', '+info', '+keys', '+flushdb'];

/** @param {import('./settings.mjs').Settings} settings @returns {import('./native.mjs').NativeServer} */
export function redisServer({ dir, ports, env, account }) {
  const folder = join(dir, 'redis');
  const { redis: password } = passwordsOf(env);
  return {
    name: 'redis',
    ports: { Redis: ports.redis },
    expected: { record: join(dir, 'redis.pid'), cwd: folder, program: /^redis-(server|check-rdb)$/ },
    log: join(dir, 'redis.log'),
    stopSignal: 'SIGTERM',
    readyWithinMs: 60_000,
    neededPackages: async () => (findProgram('redis-server') ? [] : ['redis-server']),
    install: async () => undefined,
    prepare: async () => makePrivateFolder(folder, account),
    command: () => ({
      file: findProgram('redis-server') ?? 'redis-server',
      args: [
        '--bind',
        '127.0.0.1',
        '--port',
        String(ports.redis),
        '--dir',
        folder,
        ...redisArguments(sha256(password)),
      ],
    }),
    probe: () => probeRedis(ports.redis, password),
  };
}

/** The same in `deploy/compose.yaml`. @param {string} passwordSha256 */
export const redisArguments = (passwordSha256) => [
  ...['--save', '', '--appendonly', 'no', '--maxmemory', '256mb', '--maxmemory-policy', 'noeviction'],
  ...['--user', 'default', 'off', '--user', 'app', 'on', `#${passwordSha256}`, ...APP_RIGHTS],
];

/** @param {string} text */
export const sha256 = (text) => createHash('sha256').update(text).digest('hex');
