import { sparseLiteral, type ModelVector } from '@plinth/terms';
import { CLOCKS_APART_MS } from '../../../domain/items/stamp';
import { ARMS, type Arm } from '../../../domain/recall/candidate';
import type { RecallQuery } from '../../../domain/recall/recall-query';
import type { SearchBounds } from '../../../ports/memory-search';
import { factKnown } from './fact-times';
import { foundCtes } from './found-columns';

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
 * - Exact within (tenant, user): the two narrow tables are read once each, by equality alone, so that row-level security costs nothing.
 *   All filters (status, space, both times) stand there, before any order or limit.
 * - Each arm has its own order and limit. Keyword: BM25 as a sparse dot product (`<#>` is the negative inner product), the question
 *   bringing the rarity of its terms. Vector: cosine of vectors of length 1, of the question's model only.
 * - Time: happened or was said in a period that the question names; of an expression's readings the first in which anything did.
 *   Stamps are days of UTC and periods the user's: an item belongs where its middle lies.
 * - Answer: follows, in one conversation, what the words speak of.
 * - Shared: keyword and vector among what row security shows of the organisation's.
 * What any arm has found is a candidate. Texts are looked up for the best alone. `found` is columns (see found-columns.ts): an object a
 * row cost PostgreSQL as much as finding it.
 */
export function searchCtes(first: number): string {
  const parameter = (n: number, type: string): string => `$${first + n}::${type}`;
  const [model, at, asOf] = [parameter(1, 'text'), parameter(3, 'bigint'), parameter(4, 'bigint')];
  const holds = (t: string): string => `
      ${t}.valid_from_ms <= ${at} + ${CLOCKS_APART_MS} AND (${t}.valid_until_ms IS NULL OR ${t}.valid_until_ms > ${at})
      AND CASE WHEN ${asOf} IS NULL THEN ${t}.live
               ELSE ${t}.recorded_at_ms <= ${asOf} AND (${t}.live OR ${t}.retired_at_ms > ${asOf}) END`;
  return `
  question AS (SELECT ${parameter(0, 'sparsevec')} AS terms, ${parameter(2, 'halfvec')} AS vector),
  held AS (${joined(
    `SELECT ${ID('t.item_id')}, -(t.terms <#> (SELECT terms FROM question)) AS score, NULL::double precision AS cosine, t.kind, t.valid_from_ms AS said_ms,
       coalesce((t.happened_from_ms + t.happened_until_ms) / 2, t.valid_from_ms) AS middle_ms,
       coalesce(t.happened_from_ms, t.valid_from_ms) AS from_ms, coalesce(t.happened_until_ms, t.valid_from_ms + 1) AS until_ms
     FROM item_terms t WHERE t.tenant = $1 AND t.user_id = $2 AND t.space = ANY (${parameter(5, 'text[]')})
       AND NOT (t.reference AND ${parameter(9, 'boolean')}) AND ${holds('t')}`,
    `SELECT ${ID('item_id')}, NULL, -(vector <#> (SELECT vector FROM question)), NULL, NULL, NULL, NULL, NULL
     FROM item_vectors WHERE tenant = $1 AND user_id = $2 AND model = ${model}`,
    ['kind', 'said_ms', 'middle_ms', 'from_ms', 'until_ms'],
  )}),
  own AS MATERIALIZED (
    SELECT item_id, score, cosine, said_ms, middle_ms, from_ms, until_ms,
           CASE WHEN follows THEN before_id END AS before_id, CASE WHEN follows THEN before_score END AS before_score
    FROM (SELECT *, kind = 'episode' AND said_ms - lag(said_ms) OVER said <= ${parameter(12, 'bigint')} AS follows,
                 lag(item_id) OVER said AS before_id, lag(score) OVER said AS before_score
          FROM held WINDOW said AS (PARTITION BY kind = 'episode' ORDER BY said_ms, item_id)) spoken),
  named AS (
    SELECT own.*, period.expression, period.reading
    FROM own JOIN unnest(${parameter(6, 'bigint[]')}, ${parameter(7, 'bigint[]')}, ${parameter(8, 'integer[]')})
      WITH ORDINALITY AS period(from_ms, until_ms, expression, reading)
      ON (own.middle_ms >= period.from_ms AND own.middle_ms < period.until_ms)
        OR (own.said_ms >= period.from_ms AND own.said_ms < period.until_ms)
        OR ((period.from_ms + period.until_ms) / 2 >= own.from_ms AND (period.from_ms + period.until_ms) / 2 < own.until_ms)),
  meant AS (
    SELECT item_id, max(score) AS score, max(cosine) AS cosine, min(said_ms) AS said_ms, max(before_id) AS before_id FROM named
    WHERE (expression, reading) IN (SELECT expression, min(reading) FROM named GROUP BY expression) GROUP BY item_id),
  commons AS MATERIALIZED (SELECT *, NULL AS before_id FROM (${joined(
    `SELECT ${ID('t.item_id')}, -(t.terms <#> (SELECT terms FROM question)) AS score, NULL::double precision AS cosine
     FROM shared_terms t WHERE t.tenant = $1 AND (${parameter(13, 'text')} IS NULL OR t.doc_type = ${parameter(13, 'text')})
       AND (${parameter(14, 'text')} IS NULL OR t.language = ${parameter(14, 'text')}) AND ${holds('t')}`,
    `SELECT ${ID('item_id')}, NULL, -(vector <#> (SELECT vector FROM question)) FROM shared_vectors WHERE tenant = $1 AND model = ${model}`,
  )}) seen),
  arms AS (${ARMS.map((arm) => armSql(arm, parameter(10, 'integer'))).join(' UNION ALL ')}),
  best AS (SELECT nullif(max(score), 0) AS keyword FROM arms WHERE arm IN ('keyword', 'shared_keyword')),
  fused AS (
    SELECT item_id, shared, max(cosine) AS cosine, max(before_id) AS before_id, array_agg(arm) AS arms, array_agg(rank) AS ranks, array_agg(score) AS scores,
           sum(CASE arm ${ARMS.map((arm) => `WHEN '${arm}' THEN ${ARM_SOURCES[arm].promise}`).join(' ')} END) AS promise
    FROM arms CROSS JOIN best GROUP BY item_id, shared
    ORDER BY promise DESC, item_id LIMIT ${parameter(11, 'integer')}),
  ${foundCtes()}`;
}

/** Compared by bytes: the rows of a user are sorted by it, and a locale's order, C.UTF-8's too, takes eight times as long. */
const ID = (column: string): string => `${column} COLLATE "C" AS item_id`;

/**
 * Rows of terms with the cosine of their vectors, by grouping: linear whatever the planner believes of the sizes, where a join has been
 * seen to compare every vector with every item.
 */
const joined = (terms: string, vectors: string, kept: readonly string[] = []): string => `
    SELECT item_id, max(score) AS score, max(cosine) AS cosine${kept.map((column) => `, max(${column}) AS ${column}`).join('')}
    FROM (${terms} UNION ALL ${vectors}) either GROUP BY item_id HAVING count(score) > 0`;

interface ArmSource {
  readonly source: 'own' | 'meant' | 'commons';
  readonly score: string;
  /** Which of all that was found is worth its text; ranking weighs it anew, by the tenant's policy. */
  readonly promise: string;
  readonly admits?: string;
  readonly order?: string;
}

/** Where each arm takes its score from, what it admits and in which order it hands it on. */
const ARM_SOURCES: Readonly<Record<Arm, ArmSource>> = {
  keyword: { source: 'own', score: 'score', promise: 'score / best.keyword' },
  vector: { source: 'own', score: 'cosine', promise: '0.3 * score' },
  time: {
    ...{ source: 'meant', score: 'score', admits: 'true', order: 'score DESC, said_ms, item_id' },
    promise: '1 + coalesce(0.01 * score / best.keyword, 0)',
  },
  answer: { source: 'own', score: 'before_score', promise: 'coalesce(0.7 * score / best.keyword, 0)' },
  shared_keyword: { source: 'commons', score: 'score', promise: 'score / best.keyword' },
  shared_vector: { source: 'commons', score: 'cosine', promise: '0.3 * score' },
};

function armSql(arm: Arm, limit: string): string {
  const { source, score, admits, order } = ARM_SOURCES[arm];
  const by = order ?? `${score} DESC, item_id`;
  return `
    (SELECT '${arm}' AS arm, ${source === 'commons'} AS shared, item_id, ${score} AS score, cosine, before_id, row_number() OVER (ORDER BY ${by}) AS rank
     FROM ${source} WHERE ${admits ?? `${score} > 0`} ORDER BY ${by} LIMIT ${limit})`;
}

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
