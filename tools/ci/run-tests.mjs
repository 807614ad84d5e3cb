#!/usr/bin/env node
/**
 * `npm test`: builds, brings up the servers if they are not up, runs every suite of suites.mjs, prints a table and closes
 * with `N passed, N failed`. Exit code 1 when anything failed. With CI=true it takes down the servers that it brought up.
 * When TEST_SUMMARY_FILE is set, the sums go there as JSON and the last line is indented.
 */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { runChild } from './child.mjs';
import { jestCounts, tapCounts, total, withEnd } from './counts.mjs';
import { OVERALL_BOUND_MS, SUITES } from './suites.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');
const ENV = {
  ...process.env,
  PATH: `${BIN}${delimiter}${process.env['PATH'] ?? ''}`,
  NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
  KAFKAJS_NO_PARTITIONER_WARNING: '1',
  NX_DAEMON: 'false',
};
const deadline = Date.now() + OVERALL_BOUND_MS;
const results = mkdtempSync(join(tmpdir(), 'plinth-tests-'));

/** @typedef {import('./counts.mjs').Counts & { name: string, durationMs: number }} Row */

const say = (/** @type {string} */ line) => process.stdout.write(`\n== ${line}\n`);
const remaining = (/** @type {number} */ boundMs) => Math.max(1, Math.min(boundMs, deadline - Date.now()));
const read = (/** @type {string} */ path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** @param {string[]} args @param {number} boundMs @param {import('node:child_process').StdioOptions} [stdio] */
const infra = (args, boundMs, stdio) =>
  runChild('node', ['tools/infra/infra.mjs', ...args], {
    cwd: ROOT,
    env: { ...ENV, NODE_OPTIONS: '' },
    boundMs,
    ...(stdio ? { stdio } : {}),
  });

/** One step that is no test: a row only when it fails. @param {string} name @param {() => Promise<import('./child.mjs').ChildEnd>} step @returns {Promise<Row | undefined>} */
async function prepare(name, step) {
  say(name);
  const end = await step();
  if (end.code === 0) return undefined;
  const problem = end.timedOut ? 'stopped at its bound' : `exit code ${end.code}`;
  return { name, passed: 0, failed: 1, problems: [problem], durationMs: end.durationMs };
}

/** @param {import('./suites.mjs').Suite} suite @returns {Promise<Row>} */
async function runSuite(suite) {
  say(`${suite.name} tests`);
  const output = join(results, suite.name);
  const [command, args] = suite.runner === 'jest' ? jestCommand(suite, output) : nodeCommand(suite, output);
  const isDone = suite.runner === 'jest' ? () => existsSync(output) : undefined;
  const end = await runChild(command, args, {
    cwd: ROOT,
    env: ENV,
    boundMs: remaining(suite.boundMs),
    ...(isDone ? { isDone } : {}),
  });
  const counted = suite.runner === 'jest' ? jestCounts(read(output)) : tapCounts(read(output));
  return { name: suite.name, durationMs: end.durationMs, ...withEnd(counted, end) };
}

/** @param {import('./suites.mjs').Suite} suite @param {string} output @returns {[string, string[]]} */
const jestCommand = (suite, output) => [
  'jest',
  ['--selectProjects', suite.name, '--maxWorkers', String(suite.workers), '--json', '--outputFile', output],
];

/** @param {import('./suites.mjs').Suite} suite @param {string} output @returns {[string, string[]]} */
function nodeCommand(suite, output) {
  const files = globSync('tools/**/*.test.mjs', { cwd: ROOT }).sort();
  const reporters = ['spec', 'stdout', 'tap', output];
  const flags = reporters.map((value, index) => `--test-reporter${index % 2 ? '-destination' : ''}=${value}`);
  return ['node', ['--test', `--test-concurrency=${suite.workers}`, ...flags, ...files]];
}

/** @param {readonly Row[]} rows */
function printTable(rows) {
  say('summary');
  for (const { name, passed, failed, durationMs, problems } of rows) {
    process.stdout.write(
      `  ${name.padEnd(14)}${String(passed).padStart(6)} passed${String(failed).padStart(6)} failed${(durationMs / 1000).toFixed(1).padStart(9)} s\n`,
    );
    for (const problem of problems) process.stdout.write(`      ${problem}\n`);
  }
}

async function main() {
  /** @type {Row[]} */
  const rows = [];
  const wasUp = (await infra(['status'], 30_000, 'ignore')).code === 0;
  const build = await prepare('build', () =>
    runChild('npm', ['run', '--silent', 'build'], {
      cwd: ROOT,
      env: { ...ENV, NODE_OPTIONS: '' },
      boundMs: remaining(300_000),
    }),
  );
  const servers = wasUp ? undefined : await prepare('servers', () => infra(['up'], remaining(600_000)));
  for (const row of [build, servers]) if (row) rows.push(row);
  for (const suite of SUITES) {
    const lacks = suite.needsServers && (build ?? servers);
    if (lacks)
      rows.push({
        name: suite.name,
        passed: 0,
        failed: 1,
        problems: [`not run: '${lacks.name}' failed`],
        durationMs: 0,
      });
    else rows.push(await runSuite(suite));
  }
  if (!wasUp && process.env['CI'] === 'true') {
    const down = await prepare('servers down', () => infra(['down'], 120_000));
    if (down) rows.push(down);
  }
  printTable(rows);
  return total(rows);
}

const HELP = `npm test: builds, starts Kafka, Redis and PostgreSQL where they are down, runs every suite.
  suites: ${SUITES.map(({ name }) => name).join(', ')}
one part, by path or suite:
  npm run test:one -- apps/memory                                what needs no server, and what does (npm run infra:up)
  npm run test:one -- --selectProjects unit -- apps/memory/src   the quick ones
`;
const [argument] = process.argv.slice(2);
if (argument !== undefined) {
  process.stdout.write(HELP);
  process.exit(argument === '--help' || argument === '-h' ? 0 : 1);
}

try {
  const sum = await main();
  const summaryFile = process.env['TEST_SUMMARY_FILE'];
  if (summaryFile) writeFileSync(summaryFile, JSON.stringify(sum));
  process.stdout.write(`${summaryFile ? '  all tests: ' : '\n'}${sum.passed} passed, ${sum.failed} failed\n`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`the test run itself broke: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.stdout.write('\n0 passed, 1 failed\n');
  process.exitCode = 1;
} finally {
  rmSync(results, { recursive: true, force: true });
}
