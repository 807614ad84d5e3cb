import { calibrated } from '@plinth/terms';
import type { Candidate } from './candidate';
import { modelOf, type RecallPolicy } from './recall-policy';
import type { Relevance } from './relevance';

const DAY_MS = 86_400_000;

/** Of the vectors, 0…1; 0 where there is none, or its model has no calibration. */
export function vectorSimilarity({ cosine }: Relevance, policy: RecallPolicy, model: string | undefined): number {
  const scale = modelOf(policy, model);
  return scale === undefined || cosine === undefined ? 0 : calibrated(cosine, scale);
}

/** The best that one arm alone says (M8); a named period is as good as words. */
export function similarityOf(relevance: Relevance, policy: RecallPolicy, model: string | undefined): number {
  if (relevance.period === 1) return 1;
  const { weights } = policy;
  const words =
    relevance.words + weights.askedBefore * relevance.askedBefore + weights.saidBefore * relevance.saidBefore;
  return Math.max(calibrated(words, policy.keyword), vectorSimilarity(relevance, policy, model));
}

/** `1 / (1 + days)` or `e^(−rate · days)` (M10), 0…1; what lies ahead counts as now. */
export function recencyOf(atMs: number, nowMs: number, { form, rate }: RecallPolicy['recency']): number {
  const days = Math.max(0, (nowMs - atMs) / DAY_MS);
  return form === 'inverse' ? 1 / (1 + days) : Math.exp(-rate * days);
}

/** 1 − boost … 1, by recency, importance and confidence in equal parts: they order what is alike, and outrank nothing. */
export function boostOf({ atMs, importance, confidence }: Candidate, nowMs: number, policy: RecallPolicy): number {
  const mean = (recencyOf(atMs, nowMs, policy.recency) + unit(importance) + unit(confidence)) / 3;
  return 1 - policy.boost * (1 - mean);
}

const unit = (value: number): number => Math.min(1, Math.max(0, value));
