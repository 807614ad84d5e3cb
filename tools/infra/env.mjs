/** The file `<infra dir>/env`: where the three servers are and how to log in. Mode 600, KEY=VALUE lines. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfThere, writeWhole } from './files.mjs';
import { infraDir } from './paths.mjs';

/**
 * @typedef {{ PLINTH_KAFKA_BROKERS: string, PLINTH_REDIS_URL: string, PLINTH_POSTGRES_URL: string, PLINTH_POSTGRES_ADMIN_URL: string }} InfraEnv
 * @typedef {{ redis: string, app: string, admin: string }} Passwords
 */

const KEYS = /** @type {const} */ ([
  'PLINTH_KAFKA_BROKERS',
  'PLINTH_REDIS_URL',
  'PLINTH_POSTGRES_URL',
  'PLINTH_POSTGRES_ADMIN_URL',
]);

/**
 * The addresses and logins of the servers that `npm run infra:up` made. Says nothing about whether they answer.
 * Throws when there is no complete env file.
 * @param {string} [dir]
 * @returns {InfraEnv}
 */
export function infraEnv(dir = infraDir()) {
  const env = readInfraEnv(dir);
  if (env === undefined) throw new Error(`no servers have been set up in ${dir}: run \`npm run infra:up\` first`);
  return env;
}

/** @param {string} dir @returns {InfraEnv | undefined} undefined when the file does not exist */
export function readInfraEnv(dir) {
  const path = join(dir, 'env');
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  const values = parseEnv(text);
  const missing = KEYS.filter((key) => !values[key]);
  if (missing.length > 0)
    throw new Error(`${path} lacks ${missing.join(', ')}: run \`npm run infra:wipe\`, then \`npm run infra:up\``);
  return /** @type {InfraEnv} */ (Object.fromEntries(KEYS.map((key) => [key, values[key]])));
}

/**
 * Writes the addresses for these ports, keeping the passwords that are there already.
 * @param {string} dir @param {import('./ports.mjs').Ports} ports @returns {InfraEnv}
 */
export function writeInfraEnv(dir, ports) {
  const before = readInfraEnv(dir);
  const env = envFor(ports, before ? passwordsOf(before) : { redis: password(), app: password(), admin: password() });
  if (before === undefined || printEnv(before) !== printEnv(env)) writeWhole(join(dir, 'env'), printEnv(env), 0o600);
  return env;
}

/** @param {import('./ports.mjs').Ports} ports @param {Passwords} passwords @returns {InfraEnv} */
export function envFor(ports, passwords) {
  return {
    PLINTH_KAFKA_BROKERS: `127.0.0.1:${ports.kafka}`,
    PLINTH_REDIS_URL: `redis://app:${passwords.redis}@127.0.0.1:${ports.redis}`,
    PLINTH_POSTGRES_URL: `postgres://app:${passwords.app}@127.0.0.1:${ports.postgres}/app`,
    PLINTH_POSTGRES_ADMIN_URL: `postgres://postgres:${passwords.admin}@127.0.0.1:${ports.postgres}/postgres`,
  };
}

/** @param {InfraEnv} env @returns {Passwords} */
export function passwordsOf(env) {
  const of = (/** @type {string} */ url) => new URL(url).password;
  return {
    redis: of(env.PLINTH_REDIS_URL),
    app: of(env.PLINTH_POSTGRES_URL),
    admin: of(env.PLINTH_POSTGRES_ADMIN_URL),
  };
}

/** @param {Readonly<Record<string, string>>} values */
export const printEnv = (values) =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');

/** Blank lines and `#` comments are skipped; a value may hold `=`. @param {string} text @returns {Record<string, string>} */
export function parseEnv(text) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf('=');
    if (at > 0 && !line.startsWith('#')) values[line.slice(0, at).trim()] = line.slice(at + 1).trim();
  }
  return values;
}

/** Hexadecimal, so that it needs no escaping in a URL, in SQL or in a Redis rule. */
const password = () => randomBytes(16).toString('hex');
