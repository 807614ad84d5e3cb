import { compileCheck } from './compile-check';
import { draft, eta, run, shipped, wording } from './sample-checks.contract';

const refunded = {
  command_id: 'c',
  skill: 'refund_process',
  version: '1.0.0',
  status: 'succeeded' as const,
  effect: 'irreversible' as const,
  result: { eta: '1-2个工作日' },
};
const promise = compileCheck(
  {
    kind: 'required_promise',
    id: 'p',
    code: 'specialist_promise',
    evidence: 'policy.pdf §6.1',
    when: { fact: { key: 'refund_history', contains: '失败' } },
    any_of: ['高级专员'],
    suggestion: { zh: '本次将由高级专员全程跟进。', en: 'A senior specialist accompanies you.' },
  },
  {},
);

describe('checks', () => {
  it('R3: replace forbidden wording, each passage once, whatever its case', () => {
    expect(run([wording], draft('保证到账，绝对保证')).corrections).toEqual([
      { code: 'absolute_wording', field: 'text', found: '保证', suggestion: '预计', evidence: 'wording.md §1' },
      { code: 'absolute_wording', field: 'text', found: '绝对', suggestion: '预计', evidence: 'wording.md §1' },
    ]);
    expect(run([wording], draft('Guaranteed!')).corrections[0]).toMatchObject({
      found: 'Guaranteed',
      suggestion: 'expect',
    });
    expect(run([wording], draft('预计明天到')).outcome).toBe('passed');
  });

  it('R3: correct a slot by the result of the skill, with the clause as evidence', () => {
    const subject = { ...draft('3个工作日', { refund_time: '3个工作日' }), skill_results: [refunded] };
    expect(run([eta], subject).corrections).toEqual([
      { code: 'refund_time', field: 'slots.refund_time', suggestion: '1-2个工作日', evidence: 'policy.pdf §5.2' },
    ]);
    expect(run([eta], draft('3个工作日', { refund_time: '3个工作日' })).outcome).toBe('passed');
  });

  it('R11: block a claimed effect that no successful result stands behind, and let it pass with one', () => {
    expect(run([shipped], draft('已为您退款 100 元'))).toMatchObject({
      outcome: 'blocked',
      corrections: [{ suggestion: '正在核实。' }],
    });
    expect(
      run([shipped], { ...draft('已为您退款 100 元'), skill_results: [{ ...refunded, status: 'unknown' }] }).outcome,
    ).toBe('blocked');
    expect(run([shipped], { ...draft('已为您退款 100 元'), skill_results: [refunded] }).outcome).toBe('passed');
  });

  it('R3: ask for the promise that the history of the user demands, only where it does', () => {
    expect(
      run([promise], { ...draft('已受理'), facts: { refund_history: '多次退款失败' } }).corrections[0]?.suggestion,
    ).toContain('高级专员');
    expect(run([promise], draft('已受理')).outcome).toBe('passed');
  });
});
