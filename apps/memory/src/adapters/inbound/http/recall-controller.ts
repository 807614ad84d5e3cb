import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CurrentIdentity, orThrow, RequireScope, resolveUser, validBody, type Identity } from '@plinth/http';
import { sessionId } from '@plinth/kernel';
import { z } from 'zod';
import type { Ranked } from '../../../domain/recall/rank-candidates';
import type { Recalled } from '../../../domain/recall/recall';
import { RecallMemory } from '../../../features/recall-memory/recall-memory';
import { id, instant, timeZone } from './body-parts';

const recallBody = z.strictObject({
  query: z.string().min(1).max(2_000),
  user_id: id.optional(),
  session_id: id.optional(),
  task: id.optional(),
  top_k: z.int().min(1).max(50).default(5),
  /** What was known and held then. */
  as_of: instant.optional(),
  now: instant.optional(),
  time_zone: timeZone.optional(),
  /** Answers what was dropped too, after what was kept. */
  explain: z.boolean().default(false),
  space: z.string().max(64).optional(),
  doc_type: id.optional(),
  language: id.optional(),
});

/** What a key with the scope `memory` may ask: about its own user, or with `act-as` any user of its tenant. */
@Controller('v1/memory/recall')
@RequireScope('memory')
export class RecallController {
  constructor(private readonly recallMemory: RecallMemory) {}

  @Post()
  @HttpCode(200)
  async recall(@Body(validBody(recallBody)) body: z.output<typeof recallBody>, @CurrentIdentity() identity: Identity) {
    const { query, user_id, session_id, task, top_k, as_of, now, time_zone, space, doc_type, language } = body;
    const recalled = await this.recallMemory.recall({
      tenant: identity.tenant,
      userId: orThrow(resolveUser(identity, user_id)),
      query,
      topK: top_k,
      ...(session_id === undefined ? {} : { sessionId: sessionId(session_id) }),
      ...(task === undefined ? {} : { task }),
      ...(as_of === undefined ? {} : { asOfMs: as_of }),
      ...(now === undefined ? {} : { nowMs: now }),
      ...(time_zone === undefined ? {} : { timeZone: time_zone }),
      ...(space === undefined ? {} : { space }),
      ...(doc_type === undefined ? {} : { docType: doc_type }),
      ...(language === undefined ? {} : { language }),
    });
    return {
      answered_by: answeredBy(recalled),
      ...(recalled.answer ? { answer: recalled.answer } : {}),
      ...(recalled.ambiguous ? { ambiguous: recalled.ambiguous } : {}),
      items: itemsOf(recalled, body.explain),
      took_ms: Math.round(recalled.tookMs * 100) / 100,
    };
  }
}

/** Not knowing the attribute that was asked for, memory may still have found what speaks of it. */
function answeredBy({ answer, ambiguous, items }: Recalled): 'session' | 'profile' | 'semantic' | 'none' {
  if (ambiguous) return 'profile';
  if (answer && answer.layer !== 'none') return answer.layer;
  return items.length > 0 ? 'semantic' : 'none';
}

function itemsOf({ items, ranked }: Recalled, explain: boolean) {
  const byId = new Map(ranked.map((item) => [item.candidate.id, item]));
  const kept = items.map(({ id, kind, layer, key, content, score, source_type }) => {
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
  const { words, askedBefore, saidBefore, cosine, period, shaped } = relevance;
  return {
    arms: candidate.arms,
    words: rounded(words),
    asked_before: rounded(askedBefore),
    said_before: rounded(saidBefore),
    ...(cosine === undefined ? {} : { cosine: rounded(cosine) }),
    period,
    answer_shape: shaped,
    similarity: rounded(similarity),
    boost: rounded(boost),
  };
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
