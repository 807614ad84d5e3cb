import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastErrorIn } from './last-error.mjs';

const line = (/** @type {Record<string, unknown>} */ of) => JSON.stringify(of);

test('the reason is the last log line of level fatal, with the message of its error', () => {
  const output = [
    line({ level: 'fatal', msg: 'first' }),
    line({ level: 'fatal', msg: 'could not start', err: { message: 'no topics', stack: 'at x' } }),
    line({ level: 'error', msg: 'a message was parked' }),
    line({ level: 'info', msg: 'closed' }),
    '{"level":"fatal","ms',
  ].join('\n');
  assert.equal(lastErrorIn(output), 'could not start: no topics');
});

test('without such a line it is the error that nothing caught, and none where the process survived its errors', () => {
  assert.equal(
    lastErrorIn('at load\nTypeError: x is not a function\n    at y\n\nNode.js v24\n'),
    'TypeError: x is not a function',
  );
  assert.equal(lastErrorIn('TypeError: x is not a function\n    at y\n'), undefined);
  assert.equal(lastErrorIn(line({ level: 'error', msg: 'a message was parked' })), undefined);
  assert.equal(lastErrorIn(line({ level: 'info', msg: 'ready' })), undefined);
});
