/**
 * `npm run mesh -- [--replicas memory=2]`: the cluster profile on this machine, one process a service, on Kafka, Redis and
 * PostgreSQL. Starts the servers if their addresses are not given, creates the topics, restarts what dies, ends on Ctrl-C.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { infraEnv } from '../infra/env.mjs';
import { ensureDevKey } from './dev-key.mjs';
import { parseReplicas, planMesh } from './plan.mjs';
import { takenPorts } from './ports.mjs';
import { supervise } from './supervise.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const dataDir = resolve(process.env['PLINTH_DATA_DIR'] ?? '.plinth');
const runDir = join(dataDir, 'run');
const basePort = Number(process.env['PLINTH_PORT'] ?? 8080);
const READY_WITHIN_MS = 90_000;
const GRACE_MS = 25_000;
const say = (/** @type {string} */ line) => console.log(`mesh: ${line}`);

const GIVEN = ['PLINTH_KAFKA_BROKERS', 'PLINTH_REDIS_URL', 'PLINTH_POSTGRES_URL'];

/** What an operator may choose in place of the mesh's own. @returns {Record<string, string>} */
function chosen() {
  const names = ['PLINTH_API_KEYS', 'PLINTH_SKILL_PROVIDERS', 'PLINTH_DRAIN_DELAY', 'PLINTH_HOST'];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name] ?? '']] : [])));
}

/** The servers' addresses: those of the environment, or those of `npm run infra:up`. @returns {Record<string, string>} */
function servers() {
  if (GIVEN.every((name) => process.env[name])) return {};
  say('starting Kafka, Redis and PostgreSQL');
  run(process.execPath, [join(root, 'tools/infra/infra.mjs'), 'up']);
  const { PLINTH_KAFKA_BROKERS, PLINTH_REDIS_URL, PLINTH_POSTGRES_URL } = infraEnv();
  return { PLINTH_KAFKA_BROKERS, PLINTH_REDIS_URL, PLINTH_POSTGRES_URL };
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: root, env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}

/** Ready is a child that lives and answers; what answers on the port of a dead one is somebody else. @param {ReturnType<typeof supervise>} child */
async function isReady({ port, pid }) {
  const asked = pid();
  if (asked === undefined) return false;
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) });
    return ok && pid() === asked;
  } catch (error) {
    if (error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError')) return false;
    throw error;
  }
}

/** @param {ReturnType<typeof parseReplicas>} replicas */
async function requireFreePorts(replicas) {
  const ports = planMesh(replicas, { root, dataDir, basePort, env: {} }).map(({ port }) => port);
  const taken = await takenPorts(ports, process.env['PLINTH_HOST'] ?? '127.0.0.1');
  if (taken.length > 0)
    throw new Error(`port ${taken.join(', ')} is taken: stop what listens there, or set PLINTH_PORT`);
}

async function main() {
  const replicas = parseReplicas(process.argv.slice(2));
  await requireFreePorts(replicas);
  const env = { ...chosen(), ...servers() };
  ensureDevKey(dataDir);
  mkdirSync(runDir, { recursive: true });
  run(
    process.execPath,
    ['--conditions=development', '--require', '@swc-node/register', join(root, 'tools/topics/create-topics.ts')],
    env,
  );
  const plans = planMesh(replicas, { root, dataDir, basePort, env });
  const processes = plans.map((plan) => supervise(plan, { runDir, graceMs: GRACE_MS, say }));
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    say('stopping');
    await Promise.all(processes.map((process) => process.stop()));
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
  const deadline = Date.now() + READY_WITHIN_MS;
  const waiting = new Set(processes);
  while (waiting.size > 0 && !stopping) {
    for (const process of waiting) if (await isReady(process)) waiting.delete(process);
    if (Date.now() > deadline)
      say(`not ready yet: ${[...waiting].map(({ name }) => name).join(', ')}; their logs are in ${runDir}`);
    await new Promise((done) => setTimeout(done, Date.now() > deadline ? 5_000 : 200));
  }
  if (!stopping)
    say(
      `ready on http://127.0.0.1:${basePort} — key in ${join(dataDir, 'dev.key')}, logs and process ids in ${runDir}`,
    );
}

main().catch((error) => {
  console.error(`mesh: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
