import type { Check, Subject } from './check';
import { compileCheck } from './compile-check';
import { draft, eta, shipped, wording } from './sample-checks.stage';

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
  undefined,
);
const corrections = (check: Check, subject: Subject) => check.find(subject).map(({ correction }) => correction);

describe('checks', () => {
  it('R3: replace forbidden wording, each passage once, whatever its case', () => {
    expect(corrections(wording, draft('保证到账，绝对保证'))).toEqual([
      { code: 'absolute_wording', field: 'text', found: '保证', suggestion: '预计', evidence: 'wording.md §1' },
      { code: 'absolute_wording', field: 'text', found: '绝对', suggestion: '预计', evidence: 'wording.md §1' },
    ]);
    expect(corrections(wording, draft('Guaranteed!'))).toMatchObject([{ found: 'Guaranteed', suggestion: 'expect' }]);
    expect(corrections(wording, draft('预计明天到'))).toEqual([]);
  });

  it('R3: correct a slot by the result of the skill, with the clause as evidence', () => {
    const subject = { ...draft('3个工作日', { refund_time: '3个工作日' }), skill_results: [refunded] };
    expect(corrections(eta, subject)).toEqual([
      { code: 'refund_time', field: 'slots.refund_time', suggestion: '1-2个工作日', evidence: 'policy.pdf §5.2' },
    ]);
    expect(corrections(eta, draft('3个工作日', { refund_time: '3个工作日' }))).toEqual([]);
  });

  it('R11: block a claimed effect that no successful result stands behind, and let it pass with one', () => {
    const claim = draft('已为您退款 100 元');
    const blocked = [{ blocks: true, correction: { suggestion: '正在核实。' } }];
    expect(shipped.find(claim)).toMatchObject(blocked);
    const doubted = { ...refunded, status: 'unknown' as const };
    expect(shipped.find({ ...claim, skill_results: [doubted] })).toMatchObject(blocked);
    expect(shipped.find({ ...claim, skill_results: [refunded] })).toEqual([]);
  });

  it('R3: ask for the promise that the history of the user demands, only where it does', () => {
    const asked = { ...draft('已受理'), facts: { refund_history: '多次退款失败' } };
    expect(corrections(promise, asked)).toMatchObject([{ suggestion: expect.stringContaining('高级专员') }]);
    expect(corrections(promise, draft('已受理'))).toEqual([]);
  });
});
