/**
 * @typedef {{ passed: number, failed: number, problems: string[] }} Counts
 * `problems` names in words what counts as failed without being a failed test; each is one of `failed`.
 */

/** @param {number} passed @param {number} failed @param {readonly string[]} problems @returns {Counts} */
function counts(passed, failed, problems) {
  return { passed, failed: failed + problems.length, problems: [...problems] };
}

/**
 * Reads what `jest --json` wrote. Skipped tests and files that did not load count as failed; so does a run without tests.
 * @param {string | undefined} json undefined when jest wrote nothing
 * @returns {Counts}
 */
export function jestCounts(json) {
  if (json === undefined) return counts(0, 0, ['jest ended without a result']);
  const result = JSON.parse(json);
  const problems = [];
  for (const suite of result.testResults) {
    if (suite.status === 'failed' && suite.assertionResults.length === 0) problems.push(`${suite.name} did not load`);
  }
  const skipped = result.numPendingTests + result.numTodoTests;
  if (skipped > 0) problems.push(`${skipped} tests are skipped or left to do`);
  if (result.numPassedTests + result.numFailedTests === 0) problems.push('no test ran');
  if (!result.success && result.numFailedTests === 0 && problems.length === 0)
    problems.push('jest reports a failure outside of the tests');
  return counts(result.numPassedTests, result.numFailedTests, problems);
}

/**
 * Reads the summary lines of `node --test --test-reporter=tap`.
 * @param {string | undefined} tap undefined when nothing was written
 * @returns {Counts}
 */
export function tapCounts(tap) {
  const of = (/** @type {string} */ name) =>
    Number(tap?.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? Number.NaN);
  if (Number.isNaN(of('pass'))) return counts(0, 0, ['node --test ended without a summary']);
  const skipped = of('skipped') + of('todo');
  const problems = [];
  if (skipped > 0) problems.push(`${skipped} tests are skipped or left to do`);
  if (of('pass') + of('fail') === 0) problems.push('no test ran');
  return counts(of('pass'), of('fail') + of('cancelled'), problems);
}

/**
 * Adds what the end of the process says to what its result file says.
 * @param {Counts} read
 * @param {import('./child.mjs').ChildEnd} end
 * @returns {Counts}
 */
export function withEnd(read, end) {
  const problems = [...read.problems];
  if (end.timedOut) problems.push(`stopped after ${Math.round(end.durationMs / 1000)} s, its bound`);
  else if (end.lingered) problems.push('its tests were done, but the process did not end: something is left open');
  else if (end.code !== 0 && read.failed === 0) problems.push(`ended with exit code ${end.code}`);
  return counts(read.passed, read.failed - read.problems.length, problems);
}

/** @param {readonly Counts[]} all */
export const total = (all) => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
});
