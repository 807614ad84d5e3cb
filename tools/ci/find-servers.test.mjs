import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { serversDown } from './find-servers.mjs';

test('a server is down where nothing listens, and all are where none has been set up', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const up = `127.0.0.1:${port}`;
  const env = {
    PLINTH_KAFKA_BROKERS: up,
    PLINTH_REDIS_URL: `redis://app:secret@${up}`,
    PLINTH_POSTGRES_URL: 'postgres://app:secret@127.0.0.1:1/app',
    PLINTH_POSTGRES_ADMIN_URL: '',
  };
  assert.deepEqual(await serversDown(env), ['PostgreSQL']);
  assert.deepEqual(await serversDown(undefined), ['PostgreSQL', 'Redis', 'Kafka']);
  server.close();
});
