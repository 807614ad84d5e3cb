import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseReplicas, planMesh, restartDelayMs } from './plan.mjs';

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

test('keys and skill providers that were chosen take the place of the mesh’s own', () => {
  const envOf = (/** @type {Record<string, string>} */ env) =>
    planMesh(parseReplicas([]), { root: '/plinth', dataDir: '/data', basePort: 8080, env })[0]?.env;
  const own = { PLINTH_API_KEYS: '/data/api-keys.json', PLINTH_SKILL_PROVIDERS: 'http://127.0.0.1:8084' };
  const chosen = { PLINTH_API_KEYS: '/etc/keys.json', PLINTH_SKILL_PROVIDERS: 'http://skills:80' };
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
