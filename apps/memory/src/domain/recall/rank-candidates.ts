import type { Candidate } from './candidate';
import { nearDuplicateOf } from './near-duplicates';
import type { Question } from './question';
import { modelOf, taskPolicyOf, type RecallPolicy } from './recall-policy';
import { boostOf, similarityOf, vectorSimilarity } from './similarity';
import { relevances, type Relevance } from './relevance';

export type DropReason =
  | 'source_not_allowed'
  | 'kind_not_asked_for'
  | 'low_confidence'
  | 'reference_only'
  | 'below_floor'
  | 'far_below_best'
  | 'near_duplicate'
  | 'beyond_top';

export interface Ranked {
  readonly candidate: Candidate;
  /** Orders; comparable within one answer only. */
  readonly score: number;
  readonly relevance: Relevance;
  /** The calibrated similarity that the floors test, 0…1 (M8). */
  readonly similarity: number;
  readonly boost: number;
  readonly kept: boolean;
  readonly reason: string;
}

export interface Ranking {
  readonly policy: RecallPolicy;
  readonly nowMs: number;
  /** Of the question's vector; names the calibration of its cosines. */
  readonly model?: string;
  readonly task?: string;
  /** Items kept at most. */
  readonly top: number;
  /** A question is put: what a tool or a document has said is told, with its source. Whether it is true is not memory's word. */
  readonly quotes?: boolean;
  /** Given to a turn without having been asked for: what is only for reference stays out. */
  readonly unasked?: boolean;
}

/**
 * Orders candidates by relevance and says of each why it was kept or dropped; pure and deterministic.
 * 1. Found by one arm is found: no arm's silence drops a candidate.
 * 2. Floors test similarity before recency, importance and confidence, which only order (M8), and never set an item before one that is
 *    more relevant by more than the policy's `boost`.
 * 3. Near-duplicates leave before the cut, so that they take nobody's place.
 */
export function rankCandidates(question: Question, candidates: readonly Candidate[], ranking: Ranking): Ranked[] {
  const { policy } = ranking;
  const admitted = taskPolicyOf(policy, ranking.task);
  const ranked = relevances(question, candidates, policy)
    .flatMap((relevance, i) => {
      const candidate = candidates[i];
      if (!candidate) return [];
      const boost = boostOf(candidate, ranking.nowMs, policy);
      const score =
        relevanceScore(relevance, policy, ranking.model) *
        admitted.kinds[candidate.kind] *
        policy.layers.semantic *
        boost;
      return [{ candidate, relevance, boost, score, similarity: similarityOf(relevance, policy, ranking.model) }];
    })
    .toSorted(
      (a, b) => b.score - a.score || b.candidate.atMs - a.candidate.atMs || (a.candidate.id < b.candidate.id ? -1 : 1),
    );
  const best = ranked[0]?.score ?? 0;
  const kept: Scored[] = [];
  const verdicts = ranked.map((item): Ranked => {
    const dropped = dropReason(item, { ranking, best, kept });
    if (dropped !== undefined) return { ...item, kept: false, reason: dropped };
    kept.push(item);
    return { ...item, kept: true, reason: keepReason(item) };
  });
  return [...verdicts.filter(({ kept: isKept }) => isKept), ...verdicts.filter(({ kept: isKept }) => !isKept)];
}

/** Texts that say the same score nearly the same: others need not be compared. */
const TWINS_APART = 0.2;

type Scored = Omit<Ranked, 'kept' | 'reason'>;

function relevanceScore(relevance: Relevance, policy: RecallPolicy, model: string | undefined): number {
  const { words, askedBefore, saidBefore, period, shaped } = relevance;
  const { weights } = policy;
  return (
    words +
    weights.askedBefore * askedBefore +
    weights.saidBefore * saidBefore +
    (modelOf(policy, model)?.weight ?? 0) * vectorSimilarity(relevance, policy, model) +
    (shaped ? weights.shape : 0) +
    weights.period * period
  );
}

const isQuoted = ({ sourceType, reference }: Candidate): boolean =>
  reference === true && (sourceType === 'tool' || sourceType === 'document');

function dropReason(
  { candidate, similarity, score }: Scored,
  { ranking, best, kept }: { readonly ranking: Ranking; readonly best: number; readonly kept: readonly Scored[] },
): string | undefined {
  const { policy, task, top, unasked } = ranking;
  const admitted = taskPolicyOf(policy, task);
  const { floors } = policy;
  const floor =
    candidate.kind === 'preference' ? floors.preference : candidate.kind === 'state' ? floors.state : floors.semantic;
  const reasons: readonly (readonly [DropReason, boolean])[] = [
    ['source_not_allowed', !admitted.sources.includes(candidate.sourceType)],
    ['kind_not_asked_for', admitted.kinds[candidate.kind] === 0],
    [
      'low_confidence',
      candidate.confidence < policy.leastConfidence && !(ranking.quotes === true && isQuoted(candidate)),
    ],
    ['reference_only', unasked === true && candidate.reference === true],
    ['below_floor', similarity < floor],
    ['far_below_best', score < best * policy.leastOfBest],
  ];
  const reason = reasons.find(([, holds]) => holds)?.[0];
  if (reason !== undefined) return reason;
  if (kept.length >= top) return 'beyond_top';
  const alike = kept.filter((other) => other.score - score <= best * TWINS_APART).map((other) => other.candidate);
  const twin = nearDuplicateOf(candidate, alike, policy.duplicate);
  return twin === undefined ? undefined : `near_duplicate of ${twin.id}`;
}

/** The arms that have found it, and what else speaks for it. */
function keepReason({ candidate, relevance }: Scored): string {
  const arms = Object.entries(candidate.arms).map(([arm, hit]) => `${arm} #${hit.rank}`);
  return [...arms, ...(relevance.period > 0 ? ['in the named period'] : [])].join(', ');
}
