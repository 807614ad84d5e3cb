import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { parseReplicas, planMesh, REPLICA_STEP, restartDelayMs, SERVICES } from './plan.mjs';

test('X3: the launcher puts every process of the contracts’ table, and no other, where its clients look for it', () => {
  const script =
    "const { MESH, REPLICA_PORT_STEP } = require('@plinth/contracts'); JSON.stringify({ MESH, REPLICA_PORT_STEP })";
  const args = ['--conditions=development', '--require', '@swc-node/register', '--print', script];
  const table = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  const offsets = Object.entries(table.MESH).map(([name, { portOffset }]) => [name, portOffset]);
  assert.deepEqual(SERVICES, Object.fromEntries(offsets));
  assert.equal(REPLICA_STEP, table.REPLICA_PORT_STEP);
});

test('X3: a mesh has one process a service, and as many replicas as asked for, on ports of their own', () => {
  const plans = planMesh(parseReplicas(['--replicas', 'memory=3']), {
    root: '/plinth',
    dataDir: '/data',
    basePort: 8080,
    env: {},
  });
  assert.deepEqual(
    plans.map(({ name, port }) => `${name} ${port}`),
    [
      'orchestrator-1 8080',
      'memory-1 8081',
      'memory-2 8101',
      'memory-3 8121',
      'skill-gateway-1 8082',
      'reflection-1 8083',
      'samples-1 8084',
    ],
  );
  assert.equal(new Set(plans.map(({ port }) => port)).size, plans.length);
});

test('keys, skill providers and an address that were chosen take the place of the mesh’s own', () => {
  const envOf = (/** @type {Record<string, string>} */ env) =>
    planMesh(parseReplicas([]), { root: '/plinth', dataDir: '/data', basePort: 8080, env })[0]?.env;
  const own = {
    PLINTH_API_KEYS: '/data/api-keys.json',
    PLINTH_SKILL_PROVIDERS: 'http://127.0.0.1:8084',
    PLINTH_HOST: '127.0.0.1',
  };
  const chosen = {
    PLINTH_API_KEYS: '/etc/keys.json',
    PLINTH_SKILL_PROVIDERS: 'http://skills:80',
    PLINTH_HOST: '0.0.0.0',
  };
  assert.deepEqual({ ...envOf({}), ...own }, envOf({}));
  assert.deepEqual({ ...envOf(chosen), ...chosen }, envOf(chosen));
});

test('a replica count that cannot be read is refused by what it should be', () => {
  assert.throws(() => parseReplicas(['--replicas', 'memory']), /expected <service>=<count>/);
  assert.throws(() => parseReplicas(['--replicas', 'kafka=2']), /services are orchestrator/);
  assert.throws(() => parseReplicas(['--fast']), /usage/);
});

test('a process that keeps dying is started ever more slowly, ten seconds at most', () => {
  const delays = [0, 1, 2, 3, 10].map(restartDelayMs);
  assert.deepEqual(
    delays,
    [...delays].sort((a, b) => a - b),
  );
  assert.equal(delays.at(-1), 10_000);
});
