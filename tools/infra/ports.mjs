/** Which ports the servers take, and who holds a port that should be free. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ofProcess, readIfThere } from './files.mjs';

/** @typedef {{ kafka: number, kafkaController: number, redis: number, postgres: number }} Ports */

export const DEFAULT_BASE_PORT = 26400;
const PORTS_TAKEN = 4;

/** @param {number} base @returns {Ports} */
export const portsFrom = (base) => ({ kafka: base, kafkaController: base + 1, redis: base + 2, postgres: base + 3 });

/** @param {string | undefined} text the value of PLINTH_INFRA_PORT @returns {number | undefined} */
export function parseBasePort(text) {
  if (text === undefined || text === '') return undefined;
  const base = Number(text);
  if (!Number.isInteger(base) || base < 1024 || base + PORTS_TAKEN > 65536) {
    throw new Error(
      `PLINTH_INFRA_PORT must be a port from 1024 to ${65536 - PORTS_TAKEN} (it and the next ${PORTS_TAKEN - 1} are used), not "${text}"`,
    );
  }
  return base;
}

/**
 * Throws a message for people when one of the ports is still taken after `patienceMs`: a socket of a server just stopped may linger.
 * @param {Readonly<Record<string, number>>} ports by what they are for @param {number} [patienceMs]
 */
export async function requireFreePorts(ports, patienceMs = 2000) {
  const until = Date.now() + patienceMs;
  for (const [purpose, port] of Object.entries(ports)) {
    while (!(await isFree(port))) {
      if (Date.now() >= until) throw new Error(portTakenMessage(purpose, port, portHolder(port)));
      await sleep(100);
    }
  }
}

/** @param {string} purpose @param {number} port @param {string | undefined} holder */
export const portTakenMessage = (purpose, port, holder) =>
  `port ${port}, wanted for ${purpose}, is taken by ${holder ?? 'another process'}. ` +
  `Stop that, or choose other ports with PLINTH_INFRA_PORT=<base> (${PORTS_TAKEN} in a row, default ${DEFAULT_BASE_PORT}). Nothing was started.`;

/** @param {number} port @returns {Promise<boolean>} */
export function isFree(port) {
  return new Promise((settle, fail) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'EADDRINUSE' ? settle(false) : fail(error),
    );
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => settle(true)));
  });
}

/**
 * The process behind a local port, such as `java (pid 42)`; undefined when it belongs to another account or the system has no /proc.
 * @param {number} port @returns {string | undefined}
 */
export function portHolder(port) {
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => socketInodes(readIfThere(table) ?? '', port));
  if (inodes.length === 0) return undefined;
  const links = new Set(inodes.map((inode) => `socket:[${inode}]`));
  const pid = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && openFiles(name).some((link) => link !== undefined && links.has(link)),
  );
  return pid && `${ofProcess(() => readFileSync(`/proc/${pid}/comm`, 'utf8'))?.trim()} (pid ${pid})`;
}

/** @param {string} table the text of /proc/net/tcp @param {number} port @returns {string[]} */
export function socketInodes(table, port) {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(suffix) && columns[9] !== '0')
    .map((columns) => columns[9] ?? '');
}

/** @param {string} pid @returns {(string | undefined)[]} */
function openFiles(pid) {
  const folder = `/proc/${pid}/fd`;
  return (ofProcess(() => readdirSync(folder)) ?? []).map((fd) => ofProcess(() => readlinkSync(`${folder}/${fd}`)));
}
