import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { supervise } from './supervise.mjs';

/** What is said when a process that runs `body` ends. @param {string} body @returns {Promise<string>} */
async function saidOfTheEndOf(body) {
  const runDir = mkdtempSync(join(tmpdir(), 'plinth-supervise-'));
  const script = join(runDir, 'main.cjs');
  writeFileSync(script, body);
  const plan = { service: /** @type {const} */ ('memory'), replica: 1, name: 'memory-1', port: 0, script, env: {} };
  /** @type {ReturnType<typeof supervise> | undefined} */
  let supervised;
  /** @type {Promise<string>} */
  const said = new Promise((resolve) => {
    supervised = supervise(plan, { runDir, graceMs: 1_000, say: resolve });
  });
  try {
    return await said;
  } finally {
    await supervised?.stop();
    rmSync(runDir, { recursive: true });
  }
}

const logged = (/** @type {string} */ level) => `console.log('{"level":"${level}","msg":"words of ${level}"}');`;
const ENDS = /** @type {const} */ ([
  ['a process that closed by itself', `${logged('error')} ${logged('fatal')}`, 'code 0'],
  ['a signal', `${logged('error')} ${logged('fatal')} process.kill(process.pid, 'SIGKILL')`, 'SIGKILL'],
  ['a failed start', `${logged('fatal')} ${logged('error')} process.exitCode = 1`, 'code 1: words of fatal'],
  ['an error that nothing caught', `${logged('error')} throw new Error('lost')`, 'code 1: Error: lost'],
  ['a failure of which nothing is said', `${logged('error')} process.exitCode = 1`, 'code 1'],
]);
for (const [end, body, reason] of ENDS)
  test(`the end of ${end} is told as “${reason}”, whatever errors were logged before`, async () => {
    assert.ok((await saidOfTheEndOf(body)).startsWith(`memory-1 ended (${reason});`));
  });
