import type { Candidate } from './candidate';
import { partFrozen, type Topics } from './frozen-items';
import type { Question } from './question';
import { rankCandidates, type Ranked, type Ranking } from './rank-candidates';

/** What waits with a frozen topic takes no place from what is spoken of now, and is told with the reason (M32). */
export function rankByTopic(
  question: Question,
  candidates: readonly Candidate[],
  { ranking, ...topics }: Topics & { readonly ranking: Ranking },
): readonly Ranked[] {
  const { open, frozen } = partFrozen(candidates, topics);
  if (frozen.length === 0) return rankCandidates(question, open, ranking);
  const waitsWith = new Map(frozen.map(({ candidate, topic }) => [candidate.id, topic]));
  const waiting = rankCandidates(
    question,
    frozen.map(({ candidate }) => candidate),
    ranking,
  );
  return [
    ...rankCandidates(question, open, ranking),
    ...waiting.map((item) => ({ ...item, kept: false, reason: `frozen: ${waitsWith.get(item.candidate.id) ?? ''}` })),
  ];
}
