/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {'node' | 'jest'} runner `node` runs `tools/**\/*.test.mjs`; `jest` the project of that name in jest.config.js
 * @property {number} workers files run at the same time
 * @property {number} boundMs after this the suite is stopped and counts as failed
 * @property {boolean} [needsServers] Kafka, Redis and PostgreSQL
 */

const minutes = (/** @type {number} */ count) => count * 60_000;

/** Every suite of `npm test`, in order, cheapest first. A suite that runs no test fails. @type {readonly Suite[]} */
export const SUITES = [
  { name: 'tools', runner: 'node', workers: 2, boundMs: minutes(5) },
  { name: 'unit', runner: 'jest', workers: 2, boundMs: minutes(6) },
  { name: 'int', runner: 'jest', workers: 2, boundMs: minutes(14), needsServers: true },
  { name: 'scenario', runner: 'jest', workers: 1, boundMs: minutes(30), needsServers: true },
];

/** Whatever hangs, `npm test` ends. */
export const OVERALL_BOUND_MS = minutes(52);
