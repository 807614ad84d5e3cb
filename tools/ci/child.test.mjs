import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runChild } from './child.mjs';

const node = (script, options) =>
  runChild(process.execPath, ['-e', script], { stdio: 'ignore', boundMs: 60_000, ...options });
const isAlive = (pid) => existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

test('gives the exit code of a child that ends', async () => {
  const end = await node('process.exit(3)');
  assert.deepEqual([end.code, end.timedOut, end.lingered], [3, false, false]);
});

test('stops a child that hangs at the bound', async () => {
  const end = await node('setInterval(() => {}, 1e6)', { boundMs: 300 });
  assert.deepEqual([end.code, end.timedOut, end.lingered], [null, true, false]);
});

test('stops a child that has done its work but does not end, with its own children', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-child-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const pidFile = join(folder, 'pid');
  const script = `const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
    require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(c.pid)); setInterval(() => {}, 1e6)`;
  const end = await node(script, { boundMs: 60_000, isDone: () => existsSync(pidFile), lingerMs: 100 });
  assert.deepEqual([end.timedOut, end.lingered], [false, true]);
  const grandchild = Number(readFileSync(pidFile, 'utf8'));
  for (let i = 0; i < 250 && isAlive(grandchild); i += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(isAlive(grandchild), false);
});

test('says so when the program does not exist', async () => {
  await assert.rejects(runChild('/no/such/program', [], { boundMs: 1000 }), { code: 'ENOENT' });
});
