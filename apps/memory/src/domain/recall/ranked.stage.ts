import type { Candidate } from './candidate';
import { readQuestion } from './question';
import { rankCandidates, type Ranking } from './rank-candidates';
import { DEFAULT_RECALL_POLICY } from './recall-policy';

export const NOW = Date.UTC(2026, 0, 15);
export const DAY = 86_400_000;
export const candidate = (id: string, content: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  kind: 'fact',
  content,
  sourceType: 'user',
  confidence: 0.95,
  importance: 0.5,
  atMs: NOW - DAY,
  arms: { keyword: { rank: 1, score: 1 } },
  ...more,
});
export const rank = (question: string, candidates: readonly Candidate[], more: Partial<Ranking> = {}) =>
  rankCandidates(readQuestion(question), candidates, { policy: DEFAULT_RECALL_POLICY, nowMs: NOW, top: 5, ...more });
export const ids = (ranked: ReturnType<typeof rank>) =>
  ranked.filter(({ kept }) => kept).map(({ candidate: { id } }) => id);
export const reasons = (ranked: ReturnType<typeof rank>) =>
  Object.fromEntries(ranked.map(({ candidate: { id }, reason }) => [id, reason]));
