import type { Check } from '../checks/check';
import { compileCheck } from '../checks/compile-check';
import { draft, eta, shipped, wording } from '../checks/sample-checks.stage';
import { judge } from './judge';

/** All checks to their end, at time 0. */
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
    const { outcome, corrections } = run([wording, shipped], draft('保证已退款'));
    expect([outcome, corrections.map(({ code }) => code)]).toEqual(['blocked', ['claim_without_receipt']]);
    expect(run([wording], draft('保证已退款')).outcome).toBe('corrected');
  });

  it('R1: takes linear time on a pattern that would stall a backtracking engine', () => {
    const evil = compileCheck(
      { kind: 'forbidden_wording', id: 'x', code: 'x', evidence: 'x', patterns: [{ match: '(a+)+$', replace: '' }] },
      undefined,
    );
    const began = Date.now();
    run([evil], draft(`${'a'.repeat(20_000)}!`));
    expect(Date.now() - began).toBeLessThan(5_000);
  });
});
