import { compileCheck } from '../checks/compile-check';
import { draft, eta, run, shipped, wording } from '../checks/sample-checks.contract';
import { judge } from './judge';

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
