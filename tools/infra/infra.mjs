#!/usr/bin/env node
/** Kafka, Redis and PostgreSQL for development and tests. See README.md beside this file. */
import { join } from 'node:path';
import { dockerAnswers, dockerDriver } from './docker.mjs';
import { withLock } from './lock.mjs';
import { nativeDriver } from './native.mjs';
import { DEFAULT_BASE_PORT } from './ports.mjs';
import { say } from './progress.mjs';
import { existingSettings, makeSettings, removeSetUp, settingsBefore, wishes } from './settings.mjs';
import { printStatus, summarise } from './status.mjs';

/** @typedef {import('./native.mjs').ServerName} ServerName */

const SERVERS = /** @type {const} */ (['kafka', 'redis', 'postgres']);
const USAGE = `usage: infra.mjs up | down | wipe | status [--json] | start|stop|restart|kill <${SERVERS.join('|')}>...`;

/** @type {Record<string, (names: ServerName[]) => Promise<void>>} */
const LOCKED_COMMANDS = { up, down, wipe, start, stop, restart, kill };

async function up() {
  const settings = await chooseSettings();
  say(
    `${settings.mode === 'docker' ? 'Docker Compose' : 'native servers'} in ${settings.dir}, ports from ${settings.basePort}`,
  );
  await driverOf(settings).start([...SERVERS]);
  await status();
  say(`addresses and passwords are in ${join(settings.dir, 'env')}`);
}

async function down() {
  const settings = existingSettings(wishes().dir);
  if (settings) await driverOf(settings).stop([...SERVERS]);
  else say('nothing was set up');
}

async function wipe() {
  const { dir } = wishes();
  const settings = existingSettings(dir);
  if (settings) {
    await driverOf(settings).stop([...SERVERS]);
    await driverOf(settings).forget();
  }
  const left = removeSetUp(dir);
  say(left.length === 0 ? `removed ${dir}` : `${dir} stays, with what \`infra:up\` did not make: ${left.join(', ')}`);
}

/** @param {ServerName[]} names */
async function start(names) {
  await driverOf(requireSettings()).start(names);
}

/** @param {ServerName[]} names */
async function stop(names) {
  await driverOf(requireSettings()).stop(names);
}

/** @param {ServerName[]} names */
async function kill(names) {
  await driverOf(requireSettings()).kill(names);
}

/** @param {ServerName[]} names */
async function restart(names) {
  await stop(names);
  await start(names);
}

/** @param {string[]} [flags] */
async function status(flags = []) {
  const { dir, basePort } = wishes();
  const settings = existingSettings(dir) ?? settingsBefore(dir, basePort);
  const summary = summarise(settings, await driverOf(settings).status());
  process.stdout.write(flags.includes('--json') ? `${JSON.stringify(summary, null, 2)}\n` : printStatus(summary));
  if (!summary.ok) process.exitCode = 1;
}

/** @param {import('./settings.mjs').Settings} settings */
const driverOf = (settings) => (settings.mode === 'docker' ? dockerDriver(settings) : nativeDriver(settings));

function requireSettings() {
  const settings = existingSettings(wishes().dir);
  if (!settings) throw new Error('nothing was set up: run `npm run infra:up` first');
  return settings;
}

/** What is asked for, else what was set up before, else what the machine offers. Refuses to move servers that run. */
async function chooseSettings() {
  const { dir, ...wish } = wishes();
  const before = existingSettings(dir);
  const mode = wish.mode ?? before?.mode ?? ((await dockerAnswers()) ? 'docker' : 'native');
  const basePort = wish.basePort ?? before?.basePort ?? DEFAULT_BASE_PORT;
  if (before && (before.mode !== mode || before.basePort !== basePort)) {
    const running = (await driverOf(before).status()).filter((server) => server.state !== 'down');
    if (running.length > 0)
      throw new Error(
        `${dir} runs ${before.mode} servers on ports from ${before.basePort}: \`npm run infra:down\` first, or set PLINTH_INFRA_DIR to another folder`,
      );
  }
  return makeSettings(dir, { mode, basePort });
}

/** @param {string} command @param {string[]} args @returns {ServerName[]} */
function serversNamed(command, args) {
  const needsNames = ['start', 'stop', 'restart', 'kill'].includes(command);
  const known = args.filter((arg) => /** @type {readonly string[]} */ (SERVERS).includes(arg));
  if (known.length !== args.length || needsNames !== args.length > 0) throw new TypeError(USAGE);
  return /** @type {ServerName[]} */ (known);
}

/** @param {string} [command] @param {string[]} args */
async function main(command = '', ...args) {
  process.umask(0o022);
  if (command === 'status') return status(args);
  const work = LOCKED_COMMANDS[command];
  if (!work) throw new TypeError(USAGE);
  const names = serversNamed(command, args);
  await withLock(wishes().dir, `infra ${command}`, () => work(names));
}

try {
  await main(...process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof TypeError && error.message === USAGE;
  process.stderr.write(`${isUsage ? '' : 'infra: '}${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
