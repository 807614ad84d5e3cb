import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { testTitles } from './titles.mjs';

/** Runs the check on a tree of these files. */
function check(t, claimed, files) {
  const root = mkdtempSync(join(tmpdir(), 'plinth-rows-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries({ 'tools/rows.json': JSON.stringify(claimed), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'check.mjs'), root], {
    encoding: 'utf8',
  });
  return { status, stderr, summary: JSON.parse(stdout) };
}

test('passes when each claimed row is named by a title in one of the kinds of test files', (t) => {
  const { status, summary } = check(t, ['T1', 'M4', 'S3', 'X2'], {
    'apps/memory/src/domain/a.test.ts': "it('T1: folds', () => {});",
    'libs/bus/src/b.int.test.ts': "describe('state (M4)', () => { it('holds', () => {}); });",
    'libs/bus/src/ports/c.contract.ts': "export const suite = () => test('S3, each call', () => {});",
    'tools/d.test.mjs': "test('X2: nothing is lost', () => {});",
  });
  assert.equal(status, 0);
  assert.deepEqual(summary.missing, []);
  assert.deepEqual(summary.named.M4, ['libs/bus/src/b.int.test.ts']);
});

test('fails and names the rows that no title names: a comment, a string elsewhere and a longer word do not count', (t) => {
  const { status, summary, stderr } = check(t, ['T1', 'T2', 'T3', 'M2'], {
    'apps/a/src/a.test.ts':
      "// it('T1: once', () => {});\nconst why = 'T2';\nit('M20: xT3', () => { expect('T3').toBe(why); });",
    'apps/a/dist/a.test.ts': "it('T1', () => {});",
    'apps/a/src/plain.ts': "it('T1', () => {});",
  });
  assert.equal(status, 1);
  assert.deepEqual(summary.missing, ['T1', 'T2', 'T3', 'M2']);
  assert.match(stderr, /no test title names: T1, T2, T3, M2/);
});

test('refuses ids that are no rows and ids claimed twice', (t) => {
  const { status, summary } = check(t, ['T1', 'Q7', 't2', 'T1'], { 'test/a.test.ts': "it('T1', () => {});" });
  assert.equal(status, 1);
  assert.deepEqual(summary.unknown, ['Q7', 't2']);
  assert.deepEqual(summary.repeated, ['T1']);
});

test('prints which part of a row is not claimed, and refuses a part that does not say it', (t) => {
  const files = { 'test/a.test.ts': "it('T1 X1', () => {});" };
  const parts = check(t, ['T1', { row: 'X1', part: 'without gRPC' }], files);
  assert.equal(parts.status, 0);
  assert.deepEqual(parts.summary.parts, { X1: 'without gRPC' });
  const wordless = check(t, ['T1', { row: 'X1', part: ' ' }, { row: 'X1' }, { row: 'X1', part: 'this' }, 'X1'], files);
  assert.equal(wordless.status, 1);
  assert.deepEqual(wordless.summary.unknown, ['{"row":"X1","part":" "}', '{"row":"X1"}']);
  assert.deepEqual(wordless.summary.repeated, ['X1']);
});

test('an invariant of a module proves no row: it may not be numbered as one, and a title that cites it names none', (t) => {
  const header = (line) => `/**\n * Keeps one member.\n *\n${line}\n */\nexport {};\n`;
  const { status, summary, stderr } = check(t, ['M1'], {
    'libs/bus/src/dotted.ts': header(' * R1. A key is drained in order.'),
    'libs/bus/src/plain.ts': header(' * M1 A record is accepted once.'),
    'libs/bus/src/numbered.ts': header(' * 1. A record is accepted once.'),
    'libs/bus/src/cites.ts': header(
      ' * T5: only a pass is a pass.\n * T7 as the journal shows it (M20).\n * M20, always.',
    ),
    'libs/bus/src/numbered.test.ts': "it('member 1: a record is accepted once', () => {});",
  });
  assert.equal(status, 1);
  assert.deepEqual(summary.missing, ['M1']);
  assert.deepEqual(summary.invariants, ['libs/bus/src/dotted.ts:4: R1', 'libs/bus/src/plain.ts:4: M1']);
  assert.match(stderr, /dotted\.ts:4: R1/);
});

test('reads templates, sums, each-tables and modifiers, and leaves out what is skipped or an empty group', () => {
  const titles = testTitles(
    'a.test.ts',
    "it(`T1: after ${n} kills`, f); it('T2: ' + name, f); it.each([1, 2])('T3 for %s', f); it.each`a\n${1}`('T4', f);\n" +
      "test.concurrent('T5', f); it.skip('T6', f); test.todo('T7'); describe('T8', () => {}); describe.skip('X1', () => { it('X2', f); });",
  );
  const ids = titles
    .join(' ')
    .match(/[TX]\d/g)
    ?.sort();
  assert.deepEqual(ids, ['T1', 'T2', 'T3', 'T4', 'T5']);
});
