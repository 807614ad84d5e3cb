/** The three servers as processes of this machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { kafkaServer } from './kafka.mjs';
import { withLock } from './lock.mjs';
import { sizeOf, tail } from './log-file.mjs';
import { installDebianPackages } from './packages.mjs';
import { blockedFolder } from './paths.mjs';
import { requireFreePorts } from './ports.mjs';
import { postgresServer } from './postgres.mjs';
import { endProcess, forgetEnded, runningPid, startDetached } from './process.mjs';
import { say, withProgress } from './progress.mjs';
import { stateBy, waitUntilReady } from './readiness.mjs';
import { redisServer } from './redis.mjs';

/**
 * @typedef {'kafka' | 'redis' | 'postgres'} ServerName
 * @typedef {{
 *   name: ServerName, ports: Record<string, number>, expected: import('./process.mjs').Expected, log: string,
 *   stopSignal: NodeJS.Signals, readyWithinMs: number, retryWhenLogSays?: RegExp,
 *   neededPackages: () => Promise<string[]>, install: () => Promise<void>, prepare: () => Promise<void>,
 *   command: () => { file: string, args: string[], env?: NodeJS.ProcessEnv },
 *   probe: () => Promise<void>, afterReady?: () => Promise<void> }} NativeServer
 * @typedef {{ name: ServerName, state: 'up' | 'starting' | 'down', pid?: number | undefined, log: string }} ServerStatus
 * @typedef {{
 *   start: (names: ServerName[]) => Promise<void>, stop: (names: ServerName[]) => Promise<void>, kill: (names: ServerName[]) => Promise<void>,
 *   status: () => Promise<ServerStatus[]>, forget: () => Promise<void> }} Driver
 */

const START_TRIES = 8;

/** @param {import('./settings.mjs').Settings} settings @returns {Driver} */
export function nativeDriver(settings) {
  const servers = [kafkaServer(settings), redisServer(settings), postgresServer(settings)];
  const named = (/** @type {ServerName[]} */ names) => servers.filter((server) => names.includes(server.name));
  return {
    async start(names) {
      requireReachable(settings);
      const down = named(names).filter((server) => runningPid(server.expected) === undefined);
      for (const server of down) forgetEnded(server.expected);
      await requireFreePorts(Object.assign({}, ...down.map((server) => server.ports)));
      await install(settings, down);
      await all(named(names).map((server) => start(server, settings.account)));
    },
    async stop(names) {
      await all(
        named(names).map(async (server) =>
          report(server, 'stopped', await endProcess(server.expected, server.stopSignal)),
        ),
      );
    },
    async kill(names) {
      await all(
        named(names).map(async (server) => report(server, 'killed', await endProcess(server.expected, 'SIGKILL'))),
      );
    },
    status: () => Promise.all(servers.map(describe)),
    forget: async () => undefined,
  };
}

/** @param {import('./settings.mjs').Settings} settings */
function requireReachable({ account, dir, cache }) {
  for (const [variable, path] of [
    ['PLINTH_INFRA_DIR', dir],
    ['PLINTH_INFRA_CACHE', cache],
  ]) {
    const blocked = account && path && blockedFolder(path);
    if (blocked)
      throw new Error(
        `the servers run as ${account.name}, who may not enter ${blocked}: set ${variable} to another folder`,
      );
  }
}

/** @param {import('./settings.mjs').Settings} settings @param {NativeServer[]} servers */
async function install({ cache }, servers) {
  await withLock(cache, 'install', async () => {
    await installDebianPackages((await Promise.all(servers.map((server) => server.neededPackages()))).flat());
    await all(servers.map((server) => server.install()));
  });
}

/** @param {NativeServer} server @param {import('./settings.mjs').Settings['account']} account */
async function start(server, account) {
  await withProgress(`starting ${server.name}`, async () => {
    for (let attempt = 1; ; attempt++) {
      const logStart = sizeOf(server.log);
      try {
        return await startOnce(server, account);
      } catch (error) {
        const said = tail(server.log, logStart);
        const mayPass = server.retryWhenLogSays?.test(said) && attempt < START_TRIES;
        if (!mayPass)
          throw new Error(
            `${server.name}: ${/** @type {Error} */ (error).message}\n${said && `the end of ${server.log}:\n${said}`}`,
            { cause: error },
          );
        await sleep(500);
      }
    }
  });
}

/** @param {NativeServer} server @param {import('./settings.mjs').Settings['account']} account */
async function startOnce(server, account) {
  const isRunning = () => runningPid(server.expected) !== undefined;
  if (!isRunning()) {
    await server.prepare();
    await startDetached(server.expected, { ...server.command(), log: server.log, account });
  }
  await waitUntilReady(server.probe, { timeoutMs: server.readyWithinMs, hasEnded: () => !isRunning() });
  await server.afterReady?.();
}

/** @param {NativeServer} server @returns {Promise<ServerStatus>} */
async function describe({ name, expected, probe, log }) {
  const pid = runningPid(expected);
  if (pid === undefined) return { name, state: 'down', log };
  return { name, state: await stateBy(probe), pid, log };
}

/** @param {NativeServer} server @param {string} wanted @param {Awaited<ReturnType<typeof endProcess>>} outcome */
const report = (server, wanted, outcome) =>
  say(
    {
      ended: `${server.name} ${wanted}`,
      killed: `${server.name} did not stop in time and was killed`,
      'was not running': `${server.name} was not running`,
    }[outcome],
  );

/** Waits for all, so that no work goes on after a failure, then throws what failed. @param {Promise<unknown>[]} works */
async function all(works) {
  const failures = (await Promise.allSettled(works)).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new Error(failures.map((failure) => failure.message).join('\n'));
}
