import fc from 'fast-check';
import { allowanceMs, measured, UNMEASURED } from './transport-allowance';
import type { Check } from './checks/check';
import { compileCheck } from './checks/compile-check';
import { judge } from './verdict/judge';
import { policyFile, type PolicyFile } from './policy/policy';
import { buildPolicySet } from './policy/policy-set';

const draft = (text: string, slots: Record<string, string> = {}) => ({
  draft: { text, slots },
  locale: 'zh-CN',
  facts: {},
  skill_results: [],
});
const refunded = {
  command_id: 'c',
  skill: 'refund_process',
  version: '1.0.0',
  status: 'succeeded' as const,
  effect: 'irreversible' as const,
  result: { eta: '1-2个工作日' },
};
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
const run = (checks: readonly Check[], subject: Parameters<Check['find']>[0]) =>
  judge({ checks, subject, tenant: 'default', stop: () => false, now: () => 0 });

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

const file = (over: Partial<PolicyFile> = {}): PolicyFile =>
  policyFile.parse({
    name: 'wording',
    description: 'No absolute wording.',
    checks: [
      {
        kind: 'forbidden_wording',
        id: 'w',
        code: 'absolute_wording',
        evidence: 'wording.md §1',
        patterns: [{ match: '保证', replace: '预计' }],
      },
    ],
    examples: [{ name: 'a promise', text: '保证', expect: 'corrected', codes: ['absolute_wording'] }],
    ...over,
  });
const hash = (text: string): string => `h${text.length}`;

describe('a policy set', () => {
  it('R4: is refused as a whole when an example of it does not hold', () => {
    const set = buildPolicySet([file({ examples: [{ ...file().examples[0]!, expect: 'passed', codes: [] }] })], hash);
    expect(set).toMatchObject({ faults: [{ policy: 'wording', at: 'examples: a promise' }] });
  });

  it('R7: is refused when two checks share a code, or a pattern is not linear-time', () => {
    expect(buildPolicySet([file(), file({ name: 'again' })], hash)).toMatchObject({
      faults: expect.arrayContaining([
        expect.objectContaining({ rule: 'code absolute_wording stands twice' }),
      ]) as unknown,
    });
    const lookahead = file({
      checks: [{ ...file().checks[0]!, patterns: [{ match: 'a(?=b)', replace: '' }] } as PolicyFile['checks'][number]],
    });
    expect(buildPolicySet([lookahead], hash)).toMatchObject({ faults: [{ at: 'checks.0' }] });
  });

  it('T4: has the same version for the same content and another for any other', () => {
    const version = (policy: PolicyFile): string =>
      (buildPolicySet([policy], (text) => text) as { version: string }).version;
    expect(version(file())).toBe(version(file()));
    expect(version(file())).not.toBe(version(file({ description: 'Another.' })));
  });
});

describe('the transport allowance', () => {
  it('R5: follows the measured way and stays within 5 … 250 ms whatever was measured', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -50, max: 100_000, noNaN: true }), { maxLength: 50 }), (ways) => {
        const allowance = allowanceMs(ways.reduce(measured, UNMEASURED));
        expect(allowance).toBeGreaterThanOrEqual(5);
        expect(allowance).toBeLessThanOrEqual(250);
      }),
    );
    const quick = allowanceMs(Array.from({ length: 200 }, () => 3).reduce(measured, UNMEASURED));
    expect(quick).toBeLessThan(6);
  });
});
