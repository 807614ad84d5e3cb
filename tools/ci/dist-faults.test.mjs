import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distFaults, exportedFiles } from './dist-faults.mjs';

const sources = ['index.ts', 'parse.mjs', 'rules/words.json', 'index.test.ts', 'a.contract.ts', 'a.stage.ts'];
const built = ['index.js', 'index.js.map', 'parse.mjs', 'rules/words.json'];

test('finds nothing in a package that is what its sources build to', () => {
  assert.deepEqual(distFaults(sources, built, ['index.js']), []);
});

test('names a built file whose source is gone, as a module that became a folder leaves one', () => {
  assert.deepEqual(
    distFaults(['migrations/index.ts'], ['migrations.js', 'migrations/index.js', 'migrations/index.js.map']),
    ['dist/migrations.js: no source builds it'],
  );
  assert.deepEqual(distFaults(sources, [...built, 'a.stage.js']), ['dist/a.stage.js: no source builds it']);
});

test('names what was built under another name than the product starts it by', () => {
  assert.deepEqual(distFaults(sources, [...built.filter((path) => path !== 'parse.mjs'), 'parse.js']), [
    'dist/parse.js: no source builds it',
    'dist/parse.mjs: the build does not make it',
  ]);
});

test('names an export that no source builds', () => {
  const exported = {
    '.': { development: './src/index.ts', default: './dist/index.js' },
    './preload': './dist/preload.js',
  };
  assert.deepEqual(exportedFiles(exported), ['index.js', 'preload.js']);
  assert.deepEqual(distFaults(sources, built, exportedFiles(exported)), [
    'dist/preload.js: exported, and no source builds it',
  ]);
});
