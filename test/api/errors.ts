import type { Answer } from '@plinth/testing';

const ALLOWED = ['code', 'message', 'field', 'rule', 'retryable', 'request_id'];

/** Checks that an answer has the one shape of errors, and answers its code, field and rule for a comparison. */
export function errorOf({ status, headers, body }: Answer<unknown>) {
  expect(headers.get('content-type')).toContain('application/json');
  expect(Object.keys(body as object)).toEqual(['error']);
  const { error } = body as { error: Record<string, unknown> };
  expect(Object.keys(error).filter((name) => !ALLOWED.includes(name))).toEqual([]);
  expect(error['code']).toMatch(/^[a-z][a-z0-9_]*$/);
  expect(error['message']).toEqual(expect.stringMatching(/\S/));
  expect(typeof error['retryable']).toBe('boolean');
  expect(error['request_id']).toBe(headers.get('x-request-id'));
  return { status, code: error['code'], field: error['field'], rule: error['rule'] };
}
