/** The three servers as containers of deploy/compose.yaml. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { passwordsOf } from './env.mjs';
import { repositoryRoot } from './paths.mjs';
import { requireFreePorts } from './ports.mjs';
import { setUpSql } from './postgres.mjs';
import { say, withProgress } from './progress.mjs';
import { probeKafka, probePostgres, probeRedis, stateBy, waitUntilReady } from './readiness.mjs';
import { sha256 } from './redis.mjs';
import { findProgram, run } from './run.mjs';

const COMPOSE_FILE = join(repositoryRoot, 'deploy/compose.yaml');
const SERVERS = /** @type {const} */ (['kafka', 'redis', 'postgres']);

/** Whether an engine and Compose answer. An engine that takes longer than 3 s counts as none. */
export async function dockerAnswers() {
  if (!findProgram('docker')) return false;
  const asks = [['info'], ['compose', 'version']].map((args) => run('docker', args, { timeoutMs: 3000 }));
  return Promise.all(asks).then(
    () => true,
    () => false,
  );
}

/** @param {import('./settings.mjs').Settings} settings @returns {import('./native.mjs').Driver} */
export function dockerDriver({ dir, ports, env }) {
  const passwords = passwordsOf(env);
  const project = `plinth-infra-${createHash('sha256').update(dir).digest('hex').slice(0, 8)}`;
  const variables = composeVariables(ports, passwords);
  const probes = {
    kafka: () => probeKafka(ports.kafka),
    redis: () => probeRedis(ports.redis, passwords.redis),
    postgres: () => probePostgres(ports.postgres),
  };
  const compose = (/** @type {string[]} */ args, /** @type {string} */ input = '') =>
    run('docker', ['compose', '-p', project, '-f', COMPOSE_FILE, ...args], {
      env: variables,
      input,
      timeoutMs: 900_000,
    }).catch(async (error) => {
      if (await dockerAnswers()) throw error;
      throw new Error(`${dir} was set up with Docker, which does not answer: start it, or remove ${dir} to begin anew`);
    });
  const running = async () => runningServices(await compose(['ps', '--format', 'json']));
  return {
    async start(names) {
      const up = await running();
      const down = names.filter((name) => !up.includes(name));
      /** @type {Record<string, number>} */
      const wanted = Object.fromEntries(down.map((name) => [name, ports[name]]));
      await requireFreePorts(wanted);
      await withProgress('starting the containers', () => compose(['up', '-d', ...names]));
      await withProgress('waiting for the servers', () =>
        Promise.all(names.map((name) => waitFor(name, probes[name], compose))),
      );
      if (names.includes('postgres'))
        await compose(
          ['exec', '-T', 'postgres', 'psql', '-qX', '-v', 'ON_ERROR_STOP=1', '-U', 'postgres'],
          setUpSql(passwords.app),
        );
    },
    async stop(names) {
      await compose(['stop', ...names]);
      say(`${names.join(', ')} stopped`);
    },
    async kill(names) {
      const up = await running();
      const alive = names.filter((name) => up.includes(name));
      if (alive.length > 0) await compose(['kill', '-s', 'SIGKILL', ...alive]);
      say(`${alive.join(', ') || 'nothing'} killed`);
    },
    async status() {
      const up = await running();
      return Promise.all(
        SERVERS.map(async (name) => ({
          name,
          state: up.includes(name) ? await stateBy(probes[name]) : 'down',
          log: `docker compose -p ${project} logs ${name}`,
        })),
      );
    },
    forget: async () => void (await compose(['down', '--volumes'])),
  };
}

/** @param {import('./ports.mjs').Ports} ports @param {import('./env.mjs').Passwords} passwords */
export const composeVariables = (ports, passwords) => ({
  PLINTH_KAFKA_PORT: String(ports.kafka),
  PLINTH_KAFKA_CONTROLLER_PORT: String(ports.kafkaController),
  PLINTH_REDIS_PORT: String(ports.redis),
  PLINTH_REDIS_PASSWORD_SHA256: sha256(passwords.redis),
  PLINTH_POSTGRES_PORT: String(ports.postgres),
  PLINTH_POSTGRES_ADMIN_PASSWORD: passwords.admin,
});

/** @param {string} name @param {() => Promise<void>} probe @param {(args: string[]) => Promise<string>} compose */
async function waitFor(name, probe, compose) {
  try {
    await waitUntilReady(probe, { timeoutMs: 180_000 });
  } catch (error) {
    throw new Error(
      `${name}: ${/** @type {Error} */ (error).message}\n${await compose(['logs', '--no-color', '--tail', '20', name])}`,
      { cause: error },
    );
  }
}

/** Compose prints one JSON array, or since 2.21 one object a line. @param {string} text @returns {import('./native.mjs').ServerName[]} */
export function runningServices(text) {
  const lines = text.trim().startsWith('[')
    ? JSON.parse(text)
    : text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
  return lines
    .filter((/** @type {{ State: string }} */ line) => line.State === 'running')
    .map((/** @type {{ Service: import('./native.mjs').ServerName }} */ line) => line.Service);
}
