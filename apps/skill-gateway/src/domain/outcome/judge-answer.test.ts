import type { SkillManifest } from '@plinth/contracts';
import { readManifest, type SkillContract } from '../contract/skill-contract';
import { afterDoubt } from './after-doubt';
import { judgeAnswer } from './judge-answer';
import type { ProviderAnswer } from './provider-answer';

function contractOf(over: Partial<SkillManifest>): SkillContract {
  const read = readManifest({
    ...{ name: 'book', version: '1.0.0', description: 'Books something.', trigger: 'a booking', effect: 'write' },
    ...{ confirmation_required: false, idempotency: 'key', input_schema: { type: 'object' } },
    output_schema: { type: 'object', properties: { id: { type: 'string' } } },
    errors: [
      { code: 'sold_out', retryable: false, description: 'Nothing is left.' },
      { code: 'busy', retryable: true, description: 'Try again.' },
    ],
    ...{ sla: { p95_ms: 10 }, timeout_ms: 100, receipt: { fields: ['id'] } },
    ...over,
  });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.contract;
}
const contracts = {
  read: contractOf({ effect: 'read', receipt: undefined }),
  key: contractOf({}),
  none: contractOf({ idempotency: 'none' }),
};
const refused = (status: number, code?: string): ProviderAnswer => ({
  kind: 'refused',
  status,
  error: code === undefined ? undefined : { code, message: 'm', field: 'f', rule: 'r' },
});
const answered = (result: unknown, receipt?: unknown): ProviderAnswer => ({ kind: 'answered', result, receipt });
type Expected = readonly [outcome: string, code: string, repeatable: boolean];

describe('the judgement of an answer', () => {
  it.each<[string, ProviderAnswer, Expected, Expected, Expected]>([
    // what came                      read                                  honours keys                       ignores keys
    [
      'no connection',
      { kind: 'not_sent' },
      ['not_executed', 'provider_unreachable', true],
      ['not_executed', 'provider_unreachable', true],
      ['not_executed', 'provider_unreachable', true],
    ],
    [
      'a broken connection',
      { kind: 'broken' },
      ['failed', 'provider_unreachable', true],
      ['unknown', 'outcome_unknown', true],
      ['unknown', 'outcome_unknown', false],
    ],
    [
      'no answer in time',
      { kind: 'timeout' },
      ['failed', 'timeout', true],
      ['unknown', 'outcome_unknown', true],
      ['unknown', 'outcome_unknown', false],
    ],
    [
      'a gateway at fault',
      refused(503),
      ['failed', 'provider_unreachable', true],
      ['unknown', 'outcome_unknown', true],
      ['unknown', 'outcome_unknown', false],
    ],
    [
      'a declared error',
      refused(409, 'sold_out'),
      ['failed', 'sold_out', false],
      ['failed', 'sold_out', false],
      ['failed', 'sold_out', false],
    ],
    [
      'a declared error that may pass',
      refused(503, 'busy'),
      ['failed', 'busy', true],
      ['failed', 'busy', true],
      ['failed', 'busy', false],
    ],
    [
      'an undeclared error',
      refused(500, 'internal'),
      ['failed', 'provider_fault', false],
      ['unknown', 'provider_fault', false],
      ['unknown', 'provider_fault', false],
    ],
    [
      'an undeclared refusal',
      refused(403, 'no'),
      ['failed', 'provider_fault', false],
      ['failed', 'provider_fault', false],
      ['failed', 'provider_fault', false],
    ],
    [
      'too many calls',
      refused(429),
      ['not_executed', 'provider_overloaded', true],
      ['not_executed', 'provider_overloaded', true],
      ['not_executed', 'provider_overloaded', false],
    ],
    [
      'a version that is gone',
      refused(404, 'unknown_skill'),
      ['not_executed', 'unknown_skill', false],
      ['not_executed', 'unknown_skill', false],
      ['not_executed', 'unknown_skill', false],
    ],
    [
      'arguments that only it refuses',
      refused(422, 'invalid_arguments'),
      ['not_executed', 'invalid_arguments', false],
      ['not_executed', 'invalid_arguments', false],
      ['not_executed', 'invalid_arguments', false],
    ],
    [
      'its own result at fault',
      refused(500, 'invalid_output'),
      ['failed', 'invalid_output', false],
      ['unknown', 'invalid_output', false],
      ['unknown', 'invalid_output', false],
    ],
    [
      'a body that is no JSON',
      { kind: 'garbled', rule: 'not_json' },
      ['failed', 'invalid_output', false],
      ['unknown', 'invalid_output', false],
      ['unknown', 'invalid_output', false],
    ],
    [
      'a result outside of its schema',
      answered({ id: 7 }),
      ['failed', 'invalid_output', false],
      ['unknown', 'invalid_output', false],
      ['unknown', 'invalid_output', false],
    ],
  ])('S6: %s', (_name, answer, ...expected) => {
    const verdicts = [contracts.read, contracts.key, contracts.none].map((contract) => judgeAnswer(contract, answer));
    const facts = verdicts.map((v) => (v.kind === 'failed' ? [v.outcome, v.error.code, v.repeatable] : v.kind));
    expect(facts).toEqual(expected);
  });

  it('S3: a result at fault names field and rule', () => {
    expect(judgeAnswer(contracts.read, answered({ id: 7 }))).toMatchObject({ error: { field: 'id', rule: 'type' } });
  });

  it.each([
    ['no receipt and no such field', {}, undefined],
    ['an empty field', { id: 'x' }, { id: '' }],
    ['null', { id: 'x' }, { id: null }],
    ['a receipt of something else', { id: 'x' }, { other: 1 }],
  ])('S16: an effect that answers with %s is unknown, never a success', (_name, result, receipt) => {
    expect(judgeAnswer(contracts.key, answered(result, receipt))).toMatchObject({
      kind: 'failed',
      outcome: 'unknown',
      error: { code: 'invalid_output', field: 'id', rule: 'receipt_missing' },
    });
  });

  it('S16: keeps the declared fields of a receipt, which a result may hold itself', () => {
    expect(judgeAnswer(contracts.key, answered({ id: 'x', more: 1 }))).toMatchObject({ receipt: { id: 'x' } });
    expect(judgeAnswer(contracts.key, answered({ id: 'x' }, { id: 'y', z: 1 }))).toMatchObject({
      kind: 'succeeded',
      receipt: { id: 'y' },
    });
    expect(judgeAnswer(contracts.read, answered({ id: 'x' }))).toMatchObject({ receipt: undefined });
  });

  it('S3: gives foreign words only in a form that every store keeps', () => {
    const words = `${'x'.repeat(499)}\ud83d\ude42 and more`;
    const error = { code: 'sold_out', message: `\u0000${words}`, field: 'a\ud83d', rule: undefined };
    const verdict = judgeAnswer(contracts.read, { kind: 'refused', status: 409, error });
    expect(verdict).toMatchObject({ error: { message: `\ufffd${'x'.repeat(499)}` } });
    const invalid = judgeAnswer(contracts.read, {
      ...{ kind: 'refused', status: 422 },
      error: { ...error, code: 'invalid_arguments' },
    });
    expect(invalid).toMatchObject({ error: { field: 'a\ufffd' } });
    expect(judgeAnswer(contracts.key, answered({ id: 'x' }, { id: '\u0000' }))).toMatchObject({ outcome: 'unknown' });
  });

  it('S3: a result that nests beyond all bounds is a fault, not a crash', () => {
    const deep = JSON.parse(`${'['.repeat(60_000)}${']'.repeat(60_000)}`) as unknown;
    expect(judgeAnswer(contracts.read, answered({ id: 'x', deep }))).toMatchObject({ error: { rule: 'max_depth' } });
  });

  it('a code counts only as far as the contract declares it', () => {
    const verdict = judgeAnswer(contracts.read, refused(500, 'made_up_by_the_provider'));
    expect(verdict).toMatchObject({ error: { code: 'provider_fault' } });
  });

  it('T3: after a try in doubt, one that did nothing leaves the doubt; what the provider reports ends it', () => {
    const later = (answer: ProviderAnswer) => afterDoubt(contracts.key.manifest, judgeAnswer(contracts.key, answer));
    expect(later(refused(403))).toMatchObject({ outcome: 'unknown' });
    expect(later(refused(503, 'busy'))).toMatchObject({ outcome: 'unknown', repeatable: true });
    expect(later({ kind: 'not_sent' })).toMatchObject({ outcome: 'unknown', repeatable: true });
    expect(later(refused(404))).toMatchObject({ outcome: 'unknown', error: { code: 'outcome_unknown' } });
    expect(later(refused(409, 'sold_out'))).toMatchObject({ outcome: 'failed', error: { code: 'sold_out' } });
    expect(later(answered({ id: 'x' }))).toMatchObject({ kind: 'succeeded' });
  });
});
