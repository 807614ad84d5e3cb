import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { takenPorts } from './ports.mjs';

test('a port where another process listens is taken, and free again once it has gone', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  assert.deepEqual(await takenPorts([0, port], '127.0.0.1'), [port]);
  await new Promise((closed) => server.close(closed));
  assert.deepEqual(await takenPorts([port], '127.0.0.1'), []);
});
