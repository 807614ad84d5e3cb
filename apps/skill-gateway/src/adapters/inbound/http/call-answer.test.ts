import { skillFailureText } from '@plinth/contracts';
import { refusalOf } from '../../../domain/outcome/skill-reply';
import { failure, heldOff, type Failure } from '../../../domain/outcome/verdict';
import { callAnswer } from './call-answer';

const told = (verdict: Failure, language: 'zh' | 'en' = 'en') =>
  callAnswer(refusalOf({ skill: 'pay' }, verdict), 'r-1', language);

describe('the answer of a call', () => {
  it('S12: tells a model of a failure its code and not to guess, in both languages', () => {
    expect(told(failure('failed', 'sold_out', 'Nothing is left.')).body.summary).toBe(
      '[pay: sold_out] was not done. Do not guess or invent a result; say that it cannot be confirmed.',
    );
    expect(told(failure('failed', 'timeout', 'm'), 'zh').body.summary).toBe(
      '[pay: timeout] 没有执行成功。不要猜测或编造结果；如实说明无法确认。',
    );
    expect(skillFailureText('en', { skill: 'pay', code: 'outcome_unknown', outcome: 'unknown' })).toMatch(
      /may or may not have been done.*Do not do it again/,
    );
  });

  it('T4: tells a version that is not there from one that was switched back', () => {
    expect(told(failure('not_executed', 'version_not_found', 'm')).status).toBe(404);
    expect(told(failure('not_executed', 'version_revoked', 'm')).status).toBe(409);
  });

  it('S6: tells when to come back, as long as the breaker or the rate says, else after a second', () => {
    expect(told(heldOff('circuit_open', 4_200.5))).toMatchObject({ status: 503, retryAfterMs: 4_201 });
    expect(told(heldOff('rate_limited', 10))).toMatchObject({ status: 429, retryAfterMs: 10 });
    expect(told(failure('failed', 'timeout', 'm', { repeatable: true }))).toMatchObject({
      ...{ status: 504, retryAfterMs: 1_000 },
    });
    expect(told(failure('failed', 'sold_out', 'm'))).toMatchObject({ status: 422, retryAfterMs: undefined });
  });

  it('S16: calls what may have acted unknown, not failed', () => {
    expect(told(failure('unknown', 'outcome_unknown', 'm'))).toMatchObject({
      status: 502,
      body: { status: 'unknown' },
    });
  });
});
