import { compileCheck } from './compile-check';

/** A draft as a check sees it, without facts and results. */
export const draft = (text: string, slots: Record<string, string> = {}) => ({
  draft: { text, slots },
  locale: 'zh-CN',
  facts: {},
  skill_results: [],
});

export const wording = compileCheck(
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
  undefined,
);

export const eta = compileCheck(
  {
    kind: 'fact_from_skill',
    id: 'e',
    code: 'refund_time',
    evidence: 'policy.pdf §5.2',
    slot: 'refund_time',
    skill: 'refund_process',
    path: 'eta',
  },
  undefined,
);

export const shipped = compileCheck(
  {
    kind: 'claimed_effect',
    id: 's',
    code: 'claim_without_receipt',
    evidence: 'wording.md §2',
    claims: ['已(为您)?退款'],
    skills: ['refund_process'],
    safe_text: { zh: '正在核实。', en: 'Checking.' },
  },
  undefined,
);
