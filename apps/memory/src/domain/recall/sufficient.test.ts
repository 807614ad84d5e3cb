import { EMPTY_SESSION } from '../session-state/session-state';
import type { Candidate } from './candidate';
import { recall, type Asking, type Knowledge } from './recall';
import { DEFAULT_RECALL_POLICY, recallPolicySchema, type RecallPolicy } from './recall-policy';
import { recallQuery } from './recall-query';

const NOW = Date.UTC(2026, 0, 15);
const hit = (id: string, content: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  kind: 'episode',
  content,
  sourceType: 'tool',
  confidence: 0.85,
  importance: 0.5,
  atMs: NOW,
  arms: { keyword: { rank: 1, score: 5 } },
  ...more,
});
const asking = (text: string): Asking => ({
  text,
  query: recallQuery(text, { nowMs: NOW, timeZone: 'UTC' }),
  ranking: { policy: DEFAULT_RECALL_POLICY, nowMs: NOW, top: 5 },
});
const knowing = (more: Partial<Knowledge> = {}): Knowledge => ({
  session: EMPTY_SESSION,
  profile: [],
  found: [],
  ...more,
});

const SAID_IN = {
  session: { session: { ...EMPTY_SESSION, facts: new Map([['email', 'a@b.co']]) } },
  profile: { profile: [{ id: 'f', key: 'email', value: 'a@b.co', sourceType: 'user', observedAtMs: 0 }] },
  semantic: { found: [hit('x', '我的邮箱', { key: 'email', kind: 'fact' })] },
} satisfies Record<keyof RecallPolicy['layers'], Partial<Knowledge>>;
it.each(Object.entries<Partial<Knowledge>>(SAID_IN))(
  'M10: an item takes the weight of its own layer, %s',
  (layer, known) => {
    const scoreBy = (layers: Partial<RecallPolicy['layers']>) => {
      const policy = recallPolicySchema.parse({ layers: { session: 1, profile: 1, semantic: 1, ...layers } });
      const asked = { ...asking('我的邮箱'), about: { act: 'ask', key: 'email', named: true } as const };
      return recall({ ...asked, ranking: { ...asked.ranking, policy } }, knowing(known)).items[0]?.score ?? NaN;
    };
    expect(scoreBy({ [layer]: 3 }) / scoreBy({})).toBeCloseTo(3);
    for (const other of ['session', 'profile', 'semantic'].filter((name) => name !== layer))
      expect(scoreBy({ [other]: 3 })).toBe(scoreBy({}));
  },
);

describe('M9: the search suffices', () => {
  const found = (more: Partial<Candidate> = {}, content = '去了泳池') => knowing({ found: [hit('x', content, more)] });
  const answers = (text: string, knowledge: Knowledge) =>
    recall({ ...asking(text), lookup: true }, knowledge).answeredBy;
  const onTime = { arms: { time: { rank: 1, score: 0 } } };

  it('M11: by a day that the question names, whatever the words', () => {
    expect(answers('1月3日我用望远镜看了什么', found(onTime))).toBe('semantic');
    expect(answers('1月3日我用望远镜看了什么', found())).toBe('none');
  });

  it('M11: not by a long period beside other words', () => {
    const policy = recallPolicySchema.parse({ floors: { preference: 0, state: 0, semantic: 0 } });
    const by = (text: string) => {
      const asked = asking(text);
      return recall({ ...asked, lookup: true, ranking: { ...asked.ranking, policy } }, found(onTime));
    };
    const long = by('去年我用望远镜看了什么');
    expect([long.ranked[0]?.kept, long.answeredBy]).toEqual([true, 'none']);
    expect(by('1月3日我用望远镜看了什么').answeredBy).toBe('semantic');
  });

  it('by the share of the question’s words that the policy asks for, and not by less', () => {
    const asked = asking('望远镜和显微镜');
    const by = (sufficient: number) => {
      const policy = recallPolicySchema.parse({ sufficient });
      const knowledge = found({}, '望远镜坏了');
      return recall({ ...asked, lookup: true, ranking: { ...asked.ranking, policy } }, knowledge);
    };
    const coverage = by(0).ranked[0]?.relevance.coverage ?? NaN;
    expect([coverage > 0.2, coverage < 0.8]).toEqual([true, true]);
    expect([by(coverage).answeredBy, by(coverage + 0.01).answeredBy]).toEqual(['semantic', 'none']);
  });

  it('by nothing that was dropped', () =>
    expect(answers('1月3日我去了泳池', found({ ...onTime, confidence: 0.1 }))).toBe('none'));
});
