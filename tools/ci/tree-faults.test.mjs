import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeFaults } from './tree-faults.mjs';

const slash = '/';
const registry = ['registry', 'npmjs', 'org'].join('.');

test('names the line that holds a machine path, wherever it stands in a sentence', () => {
  for (const line of [
    `cd ${slash}root/x`,
    `"${slash}work/main/a.ts"`,
    `see (${slash}work/b)`,
    `file://${slash}root/.npmrc`.replace('//', ':'),
  ]) {
    assert.equal(treeFaults('a.ts', `fine\n${line}`).length, 1, line);
    assert.match(treeFaults('a.ts', `fine\n${line}`)[0] ?? '', /^a\.ts:2: an absolute machine path/);
  }
});

test('lets relative folders of the same names pass', () => {
  for (const line of ['src/work/queue.ts', './root/x', '../work/x', '~/work/x', '**/work/**', 'the root folder']) {
    assert.deepEqual(treeFaults('a.ts', line), [], line);
  }
});

test('names registry hosts', () => {
  assert.equal(treeFaults('.npmrc', `registry=https://${registry}/`).length, 1);
  assert.equal(treeFaults('README.md', `from ${registry}`).length, 1);
  assert.equal(treeFaults('a.sh', `curl https:${slash}/deb.example.org/pool`).length, 1);
  assert.deepEqual(treeFaults('README.md', 'https://kafka.apache.org/documentation'), []);
});

test('asks a lock file for download addresses only', () => {
  assert.equal(treeFaults('package-lock.json', `"resolved": "https:${slash}/${registry}/x.tgz"`).length, 1);
  assert.deepEqual(treeFaults('package-lock.json', '"resolved": "libs/kernel",\n"link": true'), []);
});
