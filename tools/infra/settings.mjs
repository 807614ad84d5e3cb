/**
 * What one invocation works with: folder, ports, mode, passwords.
 * Once servers were set up, their mode and ports are in `<dir>/state.json`, so `down` and `status` need no variables.
 */
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { envFor, readInfraEnv, writeInfraEnv } from './env.mjs';
import { readIfThere, writeWhole } from './files.mjs';
import { cacheDir, infraDir, serverAccount } from './paths.mjs';
import { DEFAULT_BASE_PORT, parseBasePort, portsFrom } from './ports.mjs';

/**
 * @typedef {'docker' | 'native'} Mode
 * @typedef {{ mode: Mode, basePort: number }} State
 * @typedef {State & {
 *   dir: string, cache: string, ports: import('./ports.mjs').Ports, env: import('./env.mjs').InfraEnv,
 *   account: import('./paths.mjs').Account | undefined }} Settings
 */

const STATE_FILE = 'state.json';
const OWN_NAMES = /^(\.gitignore|env|(kafka|redis|postgres)(\.[\w.]+)?)$/;

/** @param {string} dir @returns {State | undefined} undefined when nothing was set up there */
export function readState(dir) {
  const path = join(dir, STATE_FILE);
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const { mode, basePort } = JSON.parse(text);
  if (!isMode(mode) || !Number.isInteger(basePort))
    throw new Error(`${path} is not of \`infra:up\`: set PLINTH_INFRA_DIR to another folder`);
  return { mode, basePort };
}

/** @param {unknown} text @returns {text is Mode} */
const isMode = (text) => text === 'docker' || text === 'native';

/** What was asked for by variables; undefined where the caller leaves it open. */
export function wishes(env = process.env) {
  const mode = env.PLINTH_INFRA_MODE || undefined;
  if (mode !== undefined && !isMode(mode)) throw new Error(`PLINTH_INFRA_MODE must be docker or native, not "${mode}"`);
  return { dir: infraDir(env), mode, basePort: parseBasePort(env.PLINTH_INFRA_PORT) };
}

/** Of servers that were set up, or undefined. @param {string} dir @returns {Settings | undefined} */
export function existingSettings(dir) {
  const state = readState(dir);
  const env = state && readInfraEnv(dir);
  return state && env && complete(dir, state, env);
}

/** Makes the folder, the passwords and the env file where they are missing. @param {string} dir @param {State} state @returns {Settings} */
export function makeSettings(dir, state) {
  mkdirSync(dir, { recursive: true, mode: 0o755 });
  writeWhole(join(dir, '.gitignore'), '*\n');
  writeWhole(join(dir, STATE_FILE), JSON.stringify(state));
  const env = writeInfraEnv(dir, portsFrom(state.basePort));
  return complete(dir, state, env);
}

/**
 * Removes what set-up and servers made in the folder, and the folder if nothing else is in it. Without our state file nothing is ours.
 * @param {string} dir @returns {string[]} what stays
 */
export function removeSetUp(dir) {
  const names = existsSync(dir) ? readdirSync(dir) : [];
  if (readState(dir) === undefined) return names;
  const own = names.filter((name) => OWN_NAMES.test(name));
  for (const name of [...own, STATE_FILE]) rmSync(join(dir, name), { recursive: true, force: true });
  if (own.length === names.length - 1) rmdirSync(dir);
  return names.filter((name) => name !== STATE_FILE && !own.includes(name));
}

/** To describe servers that nobody has set up yet. @param {string} dir @param {number} [basePort] @returns {Settings} */
export const settingsBefore = (dir, basePort = DEFAULT_BASE_PORT) =>
  complete(dir, { mode: 'native', basePort }, envFor(portsFrom(basePort), { redis: '', app: '', admin: '' }));

/** @param {string} dir @param {State} state @param {import('./env.mjs').InfraEnv} env @returns {Settings} */
const complete = (dir, state, env) => ({
  ...state,
  dir,
  cache: cacheDir(),
  ports: portsFrom(state.basePort),
  env,
  account: serverAccount(),
});
