import { isAttributable } from './attributable';

describe('a failure of a call', () => {
  it.each(['invalid_arguments', 'confirmation_required', 'cancelled', 'deadline_exceeded', 'erased'])(
    'S13: speaks against no version when it is its caller’s: %s',
    (code) => expect(isAttributable(code)).toBe(false),
  );

  it.each([
    'circuit_open',
    'rate_limited',
    'too_many_calls',
    'provider_overloaded',
    'version_not_found',
    'version_revoked',
    'unknown_skill',
  ])('S6, S13: speaks against no version when it was held off or refused for load: %s', (code) =>
    expect(isAttributable(code)).toBe(false),
  );

  it.each(['timeout', 'provider_fault', 'provider_unreachable', 'invalid_output', 'outcome_unknown', 'answer_lost'])(
    'S13: speaks against the version that served: %s',
    (code) => expect(isAttributable(code)).toBe(true),
  );

  it('S13: that the contract declares is an answer', () => expect(isAttributable('sold_out')).toBe(false));
});
