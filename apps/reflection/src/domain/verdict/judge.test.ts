import { compileCheck } from '../checks/compile-check';
import type { Check } from '../checks/check';
import { judge } from './judge';

const draft = (text: string, slots: Record<string, string> = {}) => ({
  draft: { text, slots },
  locale: 'zh-CN',
  facts: {},
  skill_results: [],
});
const wording = compileCheck(
  {
    kind: 'forbidden_wording',
    id: 'w',
    code: 'absolute_wording',
    evidence: 'wording.md §1',
    patterns: [
      { match: '保证|绝对', replace: '预计' },
      { match: 'guarantee[sd]?', replace: 'expect' },
    ],
  },
  {},
);
const eta = compileCheck(
  {
    kind: 'fact_from_skill',
    id: 'e',
    code: 'refund_time',
    evidence: 'policy.pdf §5.2',
    slot: 'refund_time',
    skill: 'refund_process',
    path: 'eta',
  },
  {},
);
const shipped = compileCheck(
  {
    kind: 'claimed_effect',
    id: 's',
    code: 'claim_without_receipt',
    evidence: 'wording.md §2',
    claims: ['已(为您)?退款'],
    skills: ['refund_process'],
    safe_text: { zh: '正在核实。', en: 'Checking.' },
  },
  {},
);
const run = (checks: readonly Check[], subject: Parameters<Check['find']>[0]) =>
  judge({ checks, subject, tenant: 'default', stop: () => false, now: () => 0 });

describe('judge', () => {
  it('T5: marks what the budget did not reach as skipped and the verdict as partial, never as passed', () => {
    let asked = 0;
    const verdict = judge({
      checks: [wording, eta, shipped],
      subject: draft('保证'),
      tenant: 'default',
      stop: () => (asked += 1) > 1,
      now: () => 0,
    });
    expect(verdict.partial).toBe(true);
    expect(verdict.checks.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped', 'skipped']);
  });

  it('R4: leaves a policy of another tenant alone', () => {
    const foreign = { ...wording, tenants: new Set(['other']) };
    expect(run([foreign], draft('保证')).outcome).toBe('passed');
  });

  it('speaks with one voice when a check blocks', () => {
    expect(run([wording, shipped], draft('保证已退款')).corrections).toHaveLength(1);
  });

  it('R1: takes linear time on a pattern that would stall a backtracking engine', () => {
    const evil = compileCheck(
      { kind: 'forbidden_wording', id: 'x', code: 'x', evidence: 'x', patterns: [{ match: '(a+)+$', replace: '' }] },
      {},
    );
    const began = Date.now();
    run([evil], draft(`${'a'.repeat(20_000)}!`));
    expect(Date.now() - began).toBeLessThan(5_000);
  });
});
