/**
 * BM25 as a sparse dot product, exact within (tenant, user): items carry saturated, length-normalised weights, the query the idf of the
 * tenant's lexicon, ln(1 + (N − df + ½) / (df + ½)). `<#>` is the negative inner product. Only equality touches an index, so that
 * row-level security costs nothing; texts are joined for the hits alone.
 */
export function searchCtes(parameters: {
  tenant: string;
  user: string;
  dimensions: string;
  counts: string;
  limit: string;
  nowMs: string;
}): string {
  const { tenant, user, dimensions, counts, limit, nowMs } = parameters;
  return `
  documents AS (SELECT greatest(1, coalesce((SELECT items FROM tenant_stats WHERE tenant = ${tenant}), 0)) AS n),
  weighted AS (
    SELECT asked.dimension,
           asked.count * ln(1 + greatest(0.5, documents.n - coalesce(stats.items, 0) + 0.5) / (coalesce(stats.items, 0) + 0.5)) AS weight
    FROM unnest(${dimensions}::integer[], ${counts}::real[]) AS asked(dimension, count)
    CROSS JOIN documents
    LEFT JOIN term_stats stats ON stats.tenant = ${tenant} AND stats.dimension = asked.dimension),
  question AS (
    SELECT ('{' || string_agg(dimension || ':' || weight::real, ',' ORDER BY dimension) || '}/1000000000')::sparsevec AS terms
    FROM weighted HAVING count(*) > 0),
  scored AS (
    SELECT item_terms.item_id, -(item_terms.terms <#> question.terms) AS score
    FROM question JOIN item_terms ON item_terms.tenant = ${tenant} AND item_terms.user_id = ${user}),
  hits AS (SELECT item_id, score FROM scored WHERE score > 0 ORDER BY score DESC, item_id LIMIT ${limit}),
  found AS (
    SELECT coalesce(json_agg(json_build_object('id', item.id, 'kind', item.kind, 'key', item.key, 'content', item.content,
             'sourceType', item.source_type, 'score', hits.score) ORDER BY hits.score DESC, item.id), '[]') AS items
    FROM hits JOIN memory_items item ON item.tenant = ${tenant} AND item.id = hits.item_id
    WHERE item.status = 'active' AND item.user_id = ${user} AND (item.valid_until_ms IS NULL OR item.valid_until_ms > ${nowMs}))`;
}

/** Active facts of a user, newest first; more than these no turn can use. */
export const profileSql = (tenant: string, user: string): string => `
  SELECT coalesce(json_agg(json_build_object('id', id, 'key', key, 'value', value, 'sourceType', source_type,
           'observedAtMs', observed_at_ms) ORDER BY observed_at_ms DESC, id), '[]')
  FROM (SELECT * FROM profile_facts WHERE tenant = ${tenant} AND user_id = ${user} AND status = 'active'
        ORDER BY observed_at_ms DESC, id LIMIT 500) fact`;

export const updateJson = `json_build_object('n', n, 'turnId', turn_id, 'type', type, 'origin', origin, 'undoes', undoes, 'operations', operations)`;
