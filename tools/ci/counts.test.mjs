import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jestCounts, tapCounts, total, withEnd } from './counts.mjs';

const jest = (changes = {}) =>
  JSON.stringify({
    success: true,
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...changes,
  });
const tap = (pass, fail, skipped = 0, cancelled = 0) =>
  `# tests 9\n# suites 1\n# pass ${pass}\n# fail ${fail}\n# cancelled ${cancelled}\n# skipped ${skipped}\n# todo 0\n`;
const ended = { code: 0, timedOut: false, lingered: false, durationMs: 1000 };

test('counts the tests that jest passed and failed', () => {
  assert.deepEqual(jestCounts(jest({ success: false, numFailedTests: 2 })), { passed: 3, failed: 2, problems: [] });
});

test('a jest run without tests, without a result, with a skipped test or a file that did not load has failed', () => {
  assert.deepEqual(jestCounts(jest({ numPassedTests: 0 })), { passed: 0, failed: 1, problems: ['no test ran'] });
  assert.equal(jestCounts(undefined).failed, 1);
  assert.deepEqual(jestCounts(jest({ numPendingTests: 2 })).problems, ['2 tests are skipped or left to do']);
  const notLoaded = { name: 'x.test.ts', status: 'failed', assertionResults: [] };
  assert.deepEqual(jestCounts(jest({ success: false, testResults: [notLoaded] })), {
    passed: 3,
    failed: 1,
    problems: ['x.test.ts did not load'],
  });
});

test('a failure that jest reports outside of tests counts, so a red run is never summed up green', () => {
  assert.equal(jestCounts(jest({ success: false })).failed, 1);
});

test('reads the summary of node --test, where a cancelled test has failed', () => {
  assert.deepEqual(tapCounts(tap(5, 1, 0, 1)), { passed: 5, failed: 2, problems: [] });
  assert.equal(tapCounts(tap(5, 0, 1)).failed, 1);
  assert.equal(tapCounts(tap(0, 0)).failed, 1);
  assert.equal(tapCounts('# nothing').failed, 1);
  assert.equal(tapCounts(undefined).failed, 1);
});

test('a suite that was stopped, lingered or ended with a code has failed even when all its tests passed', () => {
  const green = jestCounts(jest());
  assert.equal(withEnd(green, ended).failed, 0);
  assert.equal(withEnd(green, { ...ended, code: null, timedOut: true }).failed, 1);
  assert.equal(withEnd(green, { ...ended, code: null, lingered: true }).failed, 1);
  assert.equal(withEnd(green, { ...ended, code: 1 }).failed, 1);
});

test('the exit code of a run with failed tests is not counted once more', () => {
  assert.deepEqual(withEnd(jestCounts(jest({ success: false, numFailedTests: 2 })), { ...ended, code: 1 }), {
    passed: 3,
    failed: 2,
    problems: [],
  });
  const empty = withEnd(jestCounts(jest({ numPassedTests: 0, success: false })), { ...ended, code: 1 });
  assert.deepEqual(empty, { passed: 0, failed: 1, problems: ['no test ran'] });
});

test('sums all suites', () => {
  assert.deepEqual(total([jestCounts(jest()), tapCounts(tap(1, 2))]), { passed: 4, failed: 2 });
});
