import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastErrorIn } from './last-error.mjs';

const line = (/** @type {Record<string, unknown>} */ of) => JSON.stringify(of);

test('what went wrong is the last log line of level error or fatal, with the message of its error', () => {
  const output = [
    line({ level: 'error', msg: 'first' }),
    line({ level: 'fatal', msg: 'could not start', err: { message: 'no topics', stack: 'at x' } }),
    line({ level: 'info', msg: 'closed' }),
    '{"level":"fatal","ms',
  ].join('\n');
  assert.equal(lastErrorIn(output), 'could not start: no topics');
});

test('of output that is no log it is the error that was thrown, and nothing where nothing went wrong', () => {
  assert.equal(
    lastErrorIn('at load\nTypeError: x is not a function\n    at y\n\nNode.js v24\n'),
    'TypeError: x is not a function',
  );
  assert.equal(lastErrorIn(line({ level: 'info', msg: 'ready' })), undefined);
});
