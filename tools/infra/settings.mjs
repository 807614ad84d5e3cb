/**
 * What one invocation works with: folder, ports, mode, passwords.
 * S1: once servers were set up, their mode and ports are in `<dir>/state.json`, so `down` and `status` need no variables.
 */
import { mkdirSync } from 'node:fs';
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

/** @param {string} dir @returns {State | undefined} undefined when nothing was set up there */
export function readState(dir) {
  const text = readIfThere(join(dir, 'state.json'));
  return text === undefined ? undefined : JSON.parse(text);
}

/** What was asked for by variables; undefined where the caller leaves it open. */
export function wishes(env = process.env) {
  const mode = env.PLINTH_INFRA_MODE || undefined;
  if (mode !== undefined && mode !== 'docker' && mode !== 'native')
    throw new Error(`PLINTH_INFRA_MODE must be docker or native, not "${mode}"`);
  return {
    dir: infraDir(env),
    mode: /** @type {Mode | undefined} */ (mode),
    basePort: parseBasePort(env.PLINTH_INFRA_PORT),
  };
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
  const env = writeInfraEnv(dir, portsFrom(state.basePort));
  writeWhole(join(dir, 'state.json'), JSON.stringify(state));
  return complete(dir, state, env);
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
