import type { Ranked } from '../../../domain/recall/rank-candidates';
import type { Recalled } from '../../../domain/recall/recall';

/** What a recall has found, and with `explain` what it has dropped too, each with its scores and the reason. */
export function recalledBody(recalled: Recalled & { readonly tookMs?: number }, explain: boolean) {
  const { answeredBy, answer, ambiguous, tookMs } = recalled;
  return {
    answered_by: answeredBy,
    ...(answer ? { answer } : {}),
    ...(ambiguous ? { ambiguous } : {}),
    items: itemsOf(recalled, explain),
    ...(tookMs === undefined ? {} : { took_ms: Math.round(tookMs * 100) / 100 }),
  };
}

function itemsOf({ held = [], items, ranked }: Recalled, explain: boolean) {
  const byId = new Map(ranked.map((item) => [item.candidate.id, item]));
  const kept = [...held, ...items].map(({ id, kind, layer, key, content, score, source_type }) => {
    const found = byId.get(id);
    return {
      id,
      ...(key === undefined ? {} : { key }),
      kind,
      layer,
      content,
      source_type,
      score: rounded(score),
      scores: found ? scoresOf(found) : { [layer]: rounded(score) },
      kept: true,
      reason: found ? found.reason : `the ${layer} knows it`,
      ...(found?.candidate.document ? { document: found.candidate.document } : {}),
    };
  });
  if (!explain) return kept;
  const shown = new Set(items.map(({ id }) => id));
  const dropped = ranked
    .filter(({ candidate }) => !shown.has(candidate.id))
    .map((item) => ({
      id: item.candidate.id,
      ...(item.candidate.key === undefined ? {} : { key: item.candidate.key }),
      kind: item.candidate.kind,
      layer: 'semantic',
      content: item.candidate.content,
      source_type: item.candidate.sourceType,
      score: rounded(item.score),
      scores: scoresOf(item),
      kept: false,
      reason: item.kept ? 'another item suffices' : item.reason,
    }));
  return [...kept, ...dropped];
}

/** Every arm's rank and raw score, what speaks for the item, the similarity that the floors tested, and the bounded boost. */
function scoresOf({ candidate, relevance, similarity, boost }: Ranked) {
  const { words, askedBefore, saidBefore, cosine, period, coverage, shaped } = relevance;
  return {
    arms: candidate.arms,
    words: rounded(words),
    asked_before: rounded(askedBefore),
    said_before: rounded(saidBefore),
    ...(cosine === undefined ? {} : { cosine: rounded(cosine) }),
    period,
    coverage: rounded(coverage),
    answer_shape: shaped,
    similarity: rounded(similarity),
    boost: rounded(boost),
  };
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
