/** Where the servers' data and the downloads live, and who runs the servers. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ uid: number, gid: number, name: string }} Account */

export const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * The account that the servers run under: `nobody` when we are root (PostgreSQL refuses root), else the caller's own (undefined).
 * @returns {Account | undefined}
 */
export function serverAccount() {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  if (line === undefined)
    throw new Error('this machine has no user "nobody", under which the servers run when the caller is root');
  const [name = 'nobody', , uid, gid] = line.split(':');
  return { name, uid: Number(uid), gid: Number(gid) };
}

/**
 * The first existing folder on the way to `path` that a foreign account may not enter.
 * @param {string} path
 * @returns {string | undefined}
 */
export function blockedFolder(path) {
  const above = dirname(path);
  const blockedAbove = above === path ? undefined : blockedFolder(above);
  if (blockedAbove !== undefined || !existsSync(path)) return blockedAbove;
  return (statSync(path).mode & 0o001) === 0 ? path : undefined;
}

/**
 * `wanted`, or `fallback` when the servers' account could not reach it.
 * @param {string} wanted @param {string} fallback
 */
const reachable = (wanted, fallback) =>
  serverAccount() !== undefined && blockedFolder(wanted) !== undefined ? fallback : wanted;

/** @param {NodeJS.ProcessEnv} [env] */
export function infraDir(env = process.env) {
  return env.PLINTH_INFRA_DIR
    ? resolve(env.PLINTH_INFRA_DIR)
    : reachable(join(repositoryRoot, '.infra'), '/var/lib/plinth-infra');
}

/** Shared between clones. @param {NodeJS.ProcessEnv} [env] */
export function cacheDir(env = process.env) {
  return env.PLINTH_INFRA_CACHE
    ? resolve(env.PLINTH_INFRA_CACHE)
    : reachable(join(homedir(), '.cache/plinth-infra'), '/var/cache/plinth-infra');
}
