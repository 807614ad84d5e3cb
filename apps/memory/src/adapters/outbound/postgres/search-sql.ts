import type { ModelVector, RecallQuery } from '../../../domain/recall/recall-query';
import { sparseLiteral } from '../../../domain/terms/bm25';
import type { SearchBounds } from '../../../ports/memory-search';
import { CLOCKS_APART_MS, factKnown } from './fact-times';

/** As pgvector reads a dense vector; four digits are more than a half-precision number keeps. */
export const vectorLiteral = ({ values }: ModelVector): string =>
  `[${values.map((value) => Number(value.toPrecision(4))).join(',')}]`;

/** The values of the arms' parameters, in the order of `searchCtes`. */
export function searchValues({ terms, vector, question }: RecallQuery, bounds: SearchBounds): unknown[] {
  const { nowMs, asOfMs, space, unasked, armLimit, considered, conversationGapMs, docType, language } = bounds;
  return [
    sparseLiteral(terms),
    vector?.model ?? null,
    vector ? vectorLiteral(vector) : null,
    asOfMs ?? nowMs,
    asOfMs ?? null,
    space === undefined || space === '' ? [''] : ['', space],
    question.periods.map(({ fromMs }) => fromMs),
    question.periods.map(({ untilMs }) => untilMs),
    question.periods.map(({ expression }) => expression),
    unasked === true,
    armLimit,
    considered,
    conversationGapMs,
    docType ?? null,
    language ?? null,
  ];
}

/**
 * The arms of recall as one statement; `$1` is the tenant, `$2` the user, `first` the number of the first parameter of `searchValues`.
 * - Exact within (tenant, user): the narrow table is read once, by equality alone, so that row-level security costs nothing; each arm
 *   has its own order and limit, and all its filters (status, space, both times) stand inside of it.
 * - Keyword: BM25 as a sparse dot product (`<#>` is the negative inner product), the question bringing the rarity of its terms.
 * - Vector: cosine of vectors of length 1, of the question's model only.
 * - Time: happened or was said in a period that the question names; of an expression's readings the first in which anything did.
 *   Stamps are days of UTC and periods the user's: an item belongs where its middle lies.
 * - Answer: follows, in one conversation, what the words speak of.
 * - Shared: keyword and vector among what row security shows of the organisation's.
 * What any arm has found is a candidate; texts are looked up for the best alone, each by its key (LATERAL … LIMIT 1 leaves no other plan).
 */
export function searchCtes(first: number): string {
  const parameter = (n: number, type: string): string => `$${first + n}::${type}`;
  const [model, at, asOf] = [parameter(1, 'text'), parameter(3, 'bigint'), parameter(4, 'bigint')];
  const limit = parameter(10, 'integer');
  const holds = (t: string): string => `
      ${t}.valid_from_ms <= ${at} + ${CLOCKS_APART_MS} AND (${t}.valid_until_ms IS NULL OR ${t}.valid_until_ms > ${at})
      AND CASE WHEN ${asOf} IS NULL THEN ${t}.live
               ELSE ${t}.recorded_at_ms <= ${asOf} AND (${t}.live OR ${t}.retired_at_ms > ${asOf}) END`;
  return `
  question AS (SELECT ${parameter(0, 'sparsevec')} AS terms, ${parameter(2, 'halfvec')} AS vector),
  own AS MATERIALIZED (
    SELECT t.item_id, t.kind, -(t.terms <#> question.terms) AS score, t.valid_from_ms AS said_ms,
           coalesce((t.happened_from_ms + t.happened_until_ms) / 2, t.valid_from_ms) AS middle_ms,
           coalesce(t.happened_from_ms, t.valid_from_ms) AS from_ms, coalesce(t.happened_until_ms, t.valid_from_ms + 1) AS until_ms
    FROM item_terms t CROSS JOIN question
    WHERE t.tenant = $1 AND t.user_id = $2 AND t.space = ANY (${parameter(5, 'text[]')})
      AND NOT (t.reference AND ${parameter(9, 'boolean')}) AND ${holds('t')}),
  near AS (${matching(
    'own',
    `SELECT item_id, -(item_vectors.vector <#> question.vector) AS score FROM item_vectors CROSS JOIN question
      WHERE tenant = $1 AND user_id = $2 AND model = ${model}`,
  )}),
  conversation AS MATERIALIZED (
    SELECT item_id, before_id, score FROM (
      SELECT item_id, lag(item_id) OVER said AS before_id, lag(score) OVER said AS score, said_ms - lag(said_ms) OVER said AS gap_ms
      FROM own WHERE kind = 'episode' WINDOW said AS (ORDER BY said_ms, item_id)) talk
    WHERE gap_ms <= ${parameter(12, 'bigint')}),
  named AS (
    SELECT own.item_id, own.score, own.said_ms, period.expression, period.reading
    FROM own JOIN unnest(${parameter(6, 'bigint[]')}, ${parameter(7, 'bigint[]')}, ${parameter(8, 'integer[]')})
      WITH ORDINALITY AS period(from_ms, until_ms, expression, reading)
      ON (own.middle_ms >= period.from_ms AND own.middle_ms < period.until_ms)
        OR (own.said_ms >= period.from_ms AND own.said_ms < period.until_ms)
        OR ((period.from_ms + period.until_ms) / 2 >= own.from_ms AND (period.from_ms + period.until_ms) / 2 < own.until_ms)),
  meant AS (
    SELECT item_id, max(score) AS score, min(said_ms) AS said_ms FROM named
    WHERE (expression, reading) IN (SELECT expression, min(reading) FROM named GROUP BY expression) GROUP BY item_id),
  commons AS MATERIALIZED (
    SELECT t.item_id, -(t.terms <#> question.terms) AS score
    FROM shared_terms t CROSS JOIN question
    WHERE t.tenant = $1 AND (${parameter(13, 'text')} IS NULL OR t.doc_type = ${parameter(13, 'text')})
      AND (${parameter(14, 'text')} IS NULL OR t.language = ${parameter(14, 'text')}) AND ${holds('t')}),
  common_vectors AS (${matching(
    'commons',
    `SELECT item_id, -(shared_vectors.vector <#> question.vector) AS score FROM shared_vectors CROSS JOIN question
      WHERE tenant = $1 AND model = ${model}`,
  )}),
  arms AS (
    ${[
      ['keyword', 'own', 'score > 0', 'score DESC, item_id', 'false'],
      ['vector', 'near', 'score > 0', 'score DESC, item_id', 'false'],
      ['time', 'meant', 'true', 'score DESC, said_ms, item_id', 'false'],
      ['answer', 'conversation', 'score > 0', 'score DESC, item_id', 'false'],
      ['shared_keyword', 'commons', 'score > 0', 'score DESC, item_id', 'true'],
      ['shared_vector', 'common_vectors', 'score > 0', 'score DESC, item_id', 'true'],
    ]
      .map(
        ([arm, source, condition, order, shared]) => `
    (SELECT '${arm}' AS arm, ${shared} AS shared, item_id, score, row_number() OVER (ORDER BY ${order}) AS rank
     FROM ${source} WHERE ${condition} ORDER BY ${order} LIMIT ${limit})`,
      )
      .join(' UNION ALL ')}),
  best AS (SELECT nullif(max(score), 0) AS keyword FROM arms WHERE arm IN ('keyword', 'shared_keyword')),
  fused AS (
    SELECT item_id, shared, json_object_agg(arm, json_build_object('rank', rank, 'score', score)) AS arms,
           sum(CASE arm WHEN 'time' THEN 1 + coalesce(0.01 * score / best.keyword, 0) WHEN 'answer' THEN coalesce(0.7 * score / best.keyword, 0)
                    WHEN 'vector' THEN 0.3 * score WHEN 'shared_vector' THEN 0.3 * score ELSE score / best.keyword END) AS promise
    FROM arms CROSS JOIN best GROUP BY item_id, shared
    ORDER BY promise DESC, item_id LIMIT ${parameter(11, 'integer')}),
  found AS (
    SELECT coalesce(json_agg(hit.item ORDER BY hit.promise DESC), '[]') AS items FROM (
      SELECT fused.promise, json_build_object('id', item.id, 'kind', item.kind, 'key', item.key, 'content', item.content,
               'sourceType', item.source_type, 'confidence', item.confidence, 'importance', item.importance, 'atMs', item.valid_from_ms,
               'sessionId', item.session_id, 'task', item.task, 'reference', item.status = 'reference', 'before', earlier.content, 'arms', fused.arms, 'cosine', near.score, 'document', NULL) AS item
      FROM fused CROSS JOIN LATERAL (SELECT * FROM memory_items WHERE tenant = $1 AND id = fused.item_id AND user_id = $2 LIMIT 1) item
      CROSS JOIN question
      LEFT JOIN LATERAL (SELECT -(item_vectors.vector <#> question.vector) AS score FROM item_vectors
        WHERE tenant = $1 AND user_id = $2 AND item_id = fused.item_id AND model = ${model} LIMIT 1) near ON true
      LEFT JOIN conversation ON conversation.item_id = fused.item_id
      LEFT JOIN LATERAL (SELECT content FROM memory_items WHERE tenant = $1 AND id = conversation.before_id LIMIT 1) earlier ON true
      WHERE NOT fused.shared AND item.content IS NOT NULL
      UNION ALL
      SELECT fused.promise, json_build_object('id', item.id, 'kind', item.kind, 'key', item.key, 'content', item.content,
               'sourceType', item.source_type, 'confidence', item.confidence, 'importance', item.importance, 'atMs', item.valid_from_ms,
               'sessionId', NULL, 'task', NULL, 'before', NULL, 'shared', true, 'arms', fused.arms, 'cosine', near.score,
               'document', json_build_object('id', item.document_id, 'version', item.document_version, 'clause', item.clause)) AS item
      FROM fused CROSS JOIN LATERAL (SELECT * FROM shared_items WHERE tenant = $1 AND id = fused.item_id LIMIT 1) item
      CROSS JOIN question
      LEFT JOIN LATERAL (SELECT -(shared_vectors.vector <#> question.vector) AS score FROM shared_vectors
        WHERE tenant = $1 AND item_id = fused.item_id AND model = ${model} LIMIT 1) near ON true
      WHERE fused.shared AND item.content IS NOT NULL) hit)`;
}

/**
 * The vectors whose items another arm's filters admit: by grouping, which is linear whatever the planner believes of the sizes; it has
 * been seen to compare every vector with every item.
 */
const matching = (admitted: string, vectors: string): string => `
    SELECT item_id, max(score) AS score
    FROM (SELECT item_id, NULL::double precision AS score FROM ${admitted} UNION ALL ${vectors}) either
    GROUP BY item_id HAVING count(*) > count(score) AND count(score) > 0`;

/**
 * Facts of the user ($2 in tenant $1), newest first; more than these no turn can use. They hold at `at`; `asOf`: what was believed and held then.
 * `newerThanSession`: observed in another session after this one had last said anything of its key.
 */
export function profileSql({
  session,
  at,
  asOf = 'NULL::bigint',
}: {
  session: string;
  at: string;
  asOf?: string;
}): string {
  return `
  SELECT coalesce(json_agg(json_build_object('id', id, 'key', key, 'value', value, 'sourceType', source_type, 'observedAtMs', observed_at_ms,
           'newerThanSession', newer) ORDER BY observed_at_ms DESC, id), '[]')
  FROM (SELECT *, coalesce(session_id IS DISTINCT FROM ${session}
            AND observed_at_ms > (SELECT started_at_ms FROM sessions WHERE tenant = $1 AND sessions.session_id = ${session})
            AND observed_at_ms > (SELECT coalesce(max(inbox.recorded_at_ms), 0) FROM session_updates said
              LEFT JOIN inbox ON inbox.tenant = $1 AND inbox.user_id = $2 AND inbox.kind = 'assemble'
                AND inbox.session_id = said.session_id AND inbox.turn_id = said.turn_id
              WHERE said.tenant = $1 AND said.session_id = ${session} AND said.operations @> jsonb_build_array(jsonb_build_object('key', fact.key))),
            false) AS newer
        FROM profile_facts fact WHERE tenant = $1 AND user_id = $2
          AND ${factKnown({ at, asOf })}
        ORDER BY observed_at_ms DESC, id LIMIT 500) known`;
}

export const updateJson = `json_build_object('n', n, 'turnId', turn_id, 'type', type, 'origin', origin, 'undoes', undoes, 'operations', operations)`;
