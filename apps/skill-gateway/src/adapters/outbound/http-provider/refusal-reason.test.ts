import { refusalReason } from './refusal-reason';

describe('the reason of a refusal', () => {
  it.each([
    ['invalid_arguments', 422, 'invalid_arguments'],
    ['rejected', 422, undefined],
    ['rejected', 400, 'invalid_arguments'],
    ['absent', 404, 'unknown_skill'],
    ['overloaded', 429, undefined],
    ['unavailable', 408, undefined],
    ['unavailable', 502, undefined],
    ['unavailable', 503, 'busy'],
    ['unavailable', 504, undefined],
    ['rejected', 403, 'no'],
    ['rejected', 499, undefined],
    ['broke', 500, 'internal'],
    ['broke', 501, undefined],
    ['broke', 599, undefined],
    ['broke', 307, undefined],
    ['broke', 0, undefined],
  ])('S6: is %s for status %i with the error %s', (reason, status, code) => {
    expect(refusalReason(status, code)).toBe(reason);
  });
});
