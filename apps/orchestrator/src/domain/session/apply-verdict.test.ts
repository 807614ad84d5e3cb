import type { Correction } from '@plinth/contracts';
import { deriveId, requestId, turnId } from '@plinth/kernel';
import { applyVerdict } from './apply-verdict';
import type { ActiveTurn } from './session';
import type { EventBodies } from './session-event';

type Verdict = EventBodies['verdict.reached.v1']['data'];

const turn = turnId(deriveId('turn', 1));
const checking: ActiveTurn = {
  input: {
    turn,
    request: requestId('r1'),
    user: { user_id: 'u1' },
    text: '退款什么时候到账？',
    locale: 'zh-CN',
    timeZone: 'Asia/Shanghai',
    acceptedAt: 1,
  },
  startedAt: 1,
  step: { kind: 'reflect', command: deriveId(turn, 'check'), since: 1, round: 0 },
  visits: 0,
  skillResults: [],
  committed: true,
  draft: { text: '保证今天到账。', slots: {} },
  cancelling: false,
  notices: [],
  steps: [],
  tokens: { calls: 0, input: 0, output: 0 },
};
const correction: Correction = {
  code: 'absolute_promise',
  field: 'text',
  found: '保证今天',
  suggestion: '预计三个工作日内',
  evidence: 'policy §1',
};
const verdict = (over: Partial<Verdict> = {}): Verdict => ({
  round: 0,
  outcome: 'corrected',
  partial: false,
  checks: [
    { id: 'wording', outcome: 'failed', duration_ms: 1 },
    { id: 'receipt', outcome: 'passed', duration_ms: 1 },
    { id: 'history', outcome: 'skipped', duration_ms: 0 },
    { id: 'promise', outcome: 'failed', duration_ms: 1 },
  ],
  policy_version: 'p1',
  duration_ms: 2,
  ...over,
});

describe('applyVerdict', () => {
  it('T5: a partial verdict that corrected something is a skip, with its notice, and the correction holds', () => {
    const after = applyVerdict(checking, verdict({ partial: true }), [correction], 2);
    expect(after).toMatchObject({
      step: { kind: 'release' },
      draft: { text: '预计三个工作日内到账。' },
      notices: ['reflection_skipped'],
      reflection: { outcome: 'skipped', reflection_skipped: true, reason: 'partial', rounds: 1, corrections: 1 },
    });
  });

  it('R1: a corrected draft is judged once more, by the checks that failed and by no other', () => {
    expect(applyVerdict(checking, verdict(), [correction], 2).step).toMatchObject({
      kind: 'reflect',
      round: 1,
      onlyChecks: ['wording', 'promise'],
    });
  });

  it('R1: the command of the second round is another one than that of the first', () => {
    const { step } = applyVerdict(checking, verdict(), [correction], 2);
    expect('command' in step && step.command).not.toBe('command' in checking.step && checking.step.command);
  });
});
