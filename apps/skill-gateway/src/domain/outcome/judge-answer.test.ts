import type { SkillManifest } from '@plinth/contracts';
import { readManifest, type SkillContract } from '../contract/skill-contract';
import { afterDoubt } from './after-doubt';
import { judgeAnswer } from './judge-answer';
import type { ProviderAnswer, RefusalReason } from './provider-answer';

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
const refused = (reason: RefusalReason, code?: string): ProviderAnswer => ({
  kind: 'refused',
  reason,
  answeredWith: 'status 7',
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
      refused('unavailable'),
      ['failed', 'provider_unreachable', true],
      ['unknown', 'outcome_unknown', true],
      ['unknown', 'outcome_unknown', false],
    ],
    [
      'a declared error',
      refused('rejected', 'sold_out'),
      ['failed', 'sold_out', false],
      ['failed', 'sold_out', false],
      ['failed', 'sold_out', false],
    ],
    [
      'a declared error that may pass',
      refused('unavailable', 'busy'),
      ['failed', 'busy', true],
      ['failed', 'busy', true],
      ['failed', 'busy', false],
    ],
    [
      'an undeclared error',
      refused('broke', 'internal'),
      ['failed', 'provider_fault', false],
      ['unknown', 'provider_fault', false],
      ['unknown', 'provider_fault', false],
    ],
    [
      'an undeclared refusal',
      refused('rejected', 'no'),
      ['failed', 'provider_fault', false],
      ['failed', 'provider_fault', false],
      ['failed', 'provider_fault', false],
    ],
    [
      'too many calls',
      refused('overloaded'),
      ['not_executed', 'provider_overloaded', true],
      ['not_executed', 'provider_overloaded', true],
      ['not_executed', 'provider_overloaded', false],
    ],
    [
      'a version that is gone',
      refused('absent', 'unknown_skill'),
      ['not_executed', 'unknown_skill', false],
      ['not_executed', 'unknown_skill', false],
      ['not_executed', 'unknown_skill', false],
    ],
    [
      'arguments that only it refuses',
      refused('invalid_arguments', 'invalid_arguments'),
      ['not_executed', 'invalid_arguments', false],
      ['not_executed', 'invalid_arguments', false],
      ['not_executed', 'invalid_arguments', false],
    ],
    [
      'its own result at fault',
      refused('broke', 'invalid_output'),
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
    ['a receipt of blanks', { id: 'x' }, { id: ' \u200b' }],
    ['a receipt that is an empty object', { id: 'x' }, { id: {} }],
    ['a receipt that is an empty list', { id: 'x' }, { id: [] }],
    ['a receipt that denies itself', { id: 'x' }, { id: false }],
    ['a receipt of something else', { id: 'x' }, { other: 1 }],
  ])('S16: an effect that answers with %s is unknown, never a success', (_name, result, receipt) => {
    expect(judgeAnswer(contracts.key, answered(result, receipt))).toMatchObject({
      kind: 'failed',
      outcome: 'unknown',
      error: { code: 'invalid_output', field: 'id', rule: 'receipt_missing' },
    });
  });

  it.each([
    ['none', {}],
    ['an empty one', { nights: '', rooms: [] }],
    ['null', { nights: null, rooms: [] }],
    ['an element without its own', { nights: 2, rooms: [{ bed: 'twin' }, {}] }],
    ['no list', { nights: 2 }],
  ])('S16: an effect whose result has of its key fields %s is unknown, never a success', (_name, rest) => {
    const key_fields = ['nights', 'rooms.*.bed'];
    const answer = answered({ id: 'x', ...rest });
    expect(judgeAnswer(contractOf({ key_fields }), answer)).toMatchObject({
      ...{ kind: 'failed', outcome: 'unknown', error: { code: 'invalid_output', rule: 'key_field_missing' } },
    });
    const reading = contractOf({ key_fields, effect: 'read', receipt: undefined });
    expect(judgeAnswer(reading, answer)).toMatchObject({ kind: 'succeeded' });
  });

  it('S16: takes an effect for done whose key fields are there, of every element of a list, be there none', () => {
    const contract = contractOf({ key_fields: ['nights', 'rooms.*.bed'] });
    for (const rooms of [[], [{ bed: 'twin' }, { bed: 'king' }]])
      expect(judgeAnswer(contract, answered({ id: 'x', nights: 0, rooms }))).toMatchObject({ kind: 'succeeded' });
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
    const kind = 'refused';
    const answeredWith = 'status 7';
    const verdict = judgeAnswer(contracts.read, { kind, reason: 'rejected', answeredWith, error });
    expect(verdict).toMatchObject({ error: { message: `\ufffd${'x'.repeat(499)}` } });
    const invalid = judgeAnswer(contracts.read, {
      ...{ kind, reason: 'invalid_arguments', answeredWith },
      error: { ...error, code: 'invalid_arguments' },
    });
    expect(invalid).toMatchObject({ error: { field: 'a\ufffd' } });
    expect(judgeAnswer(contracts.key, answered({ id: 'x' }, { id: '\u0000' }))).toMatchObject({ outcome: 'unknown' });
  });

  it('S3: a result that nests beyond all bounds is a fault, not a crash', () => {
    const deep = JSON.parse(`${'['.repeat(60_000)}${']'.repeat(60_000)}`) as unknown;
    expect(judgeAnswer(contracts.read, answered({ id: 'x', deep }))).toMatchObject({ error: { rule: 'max_depth' } });
  });

  it.each([
    ['unavailable', 'The provider answered with status 7.'],
    ['rejected', 'The provider answered with status 7 and no error of its contract.'],
    ['broke', 'The provider answered with status 7 and no error of its contract.'],
  ] as const)('tells people of a provider that is %s in the words of its protocol', (reason, message) => {
    expect(judgeAnswer(contracts.read, refused(reason))).toMatchObject({ error: { message } });
  });

  it('a code counts only as far as the contract declares it', () => {
    const verdict = judgeAnswer(contracts.read, refused('broke', 'made_up_by_the_provider'));
    expect(verdict).toMatchObject({ error: { code: 'provider_fault' } });
  });

  it('T3: after a try in doubt, one that did nothing leaves the doubt; what the provider reports ends it', () => {
    const later = (answer: ProviderAnswer) => afterDoubt(contracts.key.manifest, judgeAnswer(contracts.key, answer));
    expect(later(refused('rejected'))).toMatchObject({ outcome: 'unknown' });
    expect(later(refused('unavailable', 'busy'))).toMatchObject({ outcome: 'unknown', repeatable: true });
    expect(later({ kind: 'not_sent' })).toMatchObject({ outcome: 'unknown', repeatable: true });
    expect(later(refused('absent'))).toMatchObject({ outcome: 'unknown', error: { code: 'outcome_unknown' } });
    expect(later(refused('rejected', 'sold_out'))).toMatchObject({ outcome: 'failed', error: { code: 'sold_out' } });
    expect(later(answered({ id: 'x' }))).toMatchObject({ kind: 'succeeded' });
  });
});
