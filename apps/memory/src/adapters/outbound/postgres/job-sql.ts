/** What a user's live items are to forgetting; locked, so that a use meanwhile waits and is not lost. $1 tenant, $2 user */
export const LOAD_LIVES = `
  SELECT id, kind, status, importance, decay_factor AS "decayFactor", useless_streak AS "uselessStreak", restated, hit_days AS "hitDays", stable,
    decayed_on AS "decayedOn", observed_at_ms AS "observedAtMs", created_at_ms AS "createdAtMs", last_accessed_at_ms AS "lastUsedMs",
    valid_until_ms AS "validUntilMs", retained_until_ms AS "retainedUntilMs"
  FROM memory_items WHERE tenant = $1 AND user_id = $2 AND status IN ('active', 'reference')`;

export const LOAD_FACT_LIVES = `
  SELECT id, key, value, observed_at_ms AS "confirmedAtMs", last_accessed_at_ms AS "lastUsedMs", valid_until_ms AS "validUntilMs"
  FROM profile_facts WHERE tenant = $1 AND user_id = $2 AND status = 'active' ORDER BY id FOR UPDATE`;

/** $3 before */
export const COUNT_OLD_CHANGES = `SELECT count(*)::integer AS count FROM change_log WHERE tenant = $1 AND user_id = $2 AND changed_at_ms < $3`;
export const DELETE_OLD_CHANGES = `DELETE FROM change_log WHERE tenant = $1 AND user_id = $2 AND changed_at_ms < $3`;

/** What may say the same at all: one kind, space and source; an attribute has its own rule, and what happened on two days happened twice. $3 how many */
const COMPARABLE = `
  SELECT id, kind, content, confidence, observed_at_ms, jsonb_build_array(kind, space, source_type,
      CASE WHEN kind = 'episode' THEN happened_from_ms / 86400000 END)::text AS peers
  FROM memory_items WHERE tenant = $1 AND user_id = $2 AND status IN ('active', 'reference') AND key IS NULL AND content IS NOT NULL`;
const NEWEST = `newest AS MATERIALIZED (${COMPARABLE} ORDER BY observed_at_ms DESC, id LIMIT $3)`;

const side = (t: string): string =>
  `json_build_object('id', ${t}.id, 'content', ${t}.content, 'confidence', ${t}.confidence, 'observedAtMs', ${t}.observed_at_ms)`;

/** $4 the least cosine */
export const LOAD_PAIRS = `
  WITH ${NEWEST},
  placed AS MATERIALIZED (SELECT newest.*, v.model, v.vector FROM newest JOIN item_vectors v ON v.tenant = $1 AND v.user_id = $2 AND v.item_id = newest.id)
  SELECT ${side('a')} AS one, ${side('b')} AS other, -(a.vector <#> b.vector) AS cosine
  FROM placed a JOIN placed b ON a.model = b.model AND a.peers = b.peers AND a.id < b.id
  WHERE -(a.vector <#> b.vector) >= $4::double precision ORDER BY a.id, b.id`;

export const LOAD_UNEMBEDDED = `
  WITH ${NEWEST}
  SELECT id, content, confidence, observed_at_ms AS "observedAtMs", peers AS "group" FROM newest
  WHERE NOT EXISTS (SELECT FROM item_vectors v WHERE v.tenant = $1 AND v.user_id = $2 AND v.item_id = newest.id) ORDER BY id`;

export const COUNT_NOT_COMPARED = `SELECT greatest(0, count(*) - $3)::integer AS count FROM (${COMPARABLE}) every`;

/** What was said in one session in one space, so that no summary carries it to another (M27). $3 silent since, $4 least rounds */
export const LOAD_SILENT = `
  WITH silent AS (
    SELECT session_id, space, max(said_at_ms) AS last_ms FROM session_rounds WHERE tenant = $1 AND user_id = $2 AND said IS NOT NULL
    GROUP BY session_id, space HAVING max(said_at_ms) <= $3 AND count(*) >= $4)
  SELECT session_id AS "sessionId", space,
    (SELECT json_agg(json_build_object('id', turn_id, 'said', said, 'replied', replied, 'saidAtMs', said_at_ms) ORDER BY n) FROM session_rounds
      WHERE tenant = $1 AND session_rounds.session_id = silent.session_id AND session_rounds.space = silent.space AND said IS NOT NULL) AS rounds,
    ARRAY(SELECT id FROM memory_items item WHERE tenant = $1 AND user_id = $2 AND item.session_id = silent.session_id AND item.space IN ('', silent.space) AND source_channel <> 'summary'
      AND status IN ('active', 'reference') ORDER BY id) AS items,
    ARRAY(SELECT id FROM memory_items item WHERE tenant = $1 AND user_id = $2 AND item.session_id = silent.session_id AND item.space = silent.space AND source_channel = 'summary'
      AND status IN ('active', 'reference') ORDER BY id) AS superseded
  FROM silent WHERE NOT EXISTS (SELECT FROM memory_items item WHERE tenant = $1 AND user_id = $2 AND item.session_id = silent.session_id
    AND item.space = silent.space AND source_channel = 'summary' AND item.observed_at_ms >= silent.last_ms)
  ORDER BY session_id, space`;

/** Without the status, whose change is told to the search. $3 items */
export const WRITE_LIVES = `
  UPDATE memory_items item SET decay_factor = r."decayFactor", useless_streak = r."uselessStreak", restated = r.restated, hit_days = r."hitDays",
    stable = r.stable, decayed_on = r."decayedOn"
  FROM jsonb_to_recordset($3::jsonb) AS r(id text, "decayFactor" real, "uselessStreak" integer, restated integer, "hitDays" integer, stable boolean, "decayedOn" date)
  WHERE item.tenant = $1 AND item.user_id = $2 AND item.id = r.id`;

/** $3 ids, $4 status, $5 now */
export const WRITE_STATUS = `
  UPDATE memory_items SET status = $4, retired_at_ms = CASE WHEN $4 = 'archived' THEN $5::bigint END, updated_at_ms = $5, version = version + 1
  WHERE tenant = $1 AND user_id = $2 AND id = ANY ($3::text[]) AND status IN ('active', 'reference')`;

/** Its item stays, for reference. $3 ids, $4 now */
export const DEMOTE_FACTS = `
  WITH items AS (UPDATE memory_items SET status = 'reference', updated_at_ms = $4, version = version + 1
    WHERE tenant = $1 AND user_id = $2 AND id = ANY ($3::text[]) AND status = 'active')
  UPDATE profile_facts SET status = 'reference', updated_at_ms = $4, version = version + 1
  WHERE tenant = $1 AND user_id = $2 AND id = ANY ($3::text[]) AND status = 'active'`;

/** The kept item was said and used as often as both. $3 merges, $4 now */
export const MERGE_ITEMS = `
  WITH pairs AS (SELECT * FROM jsonb_to_recordset($3::jsonb) AS r(kept text, dropped text)),
  sums AS (
    SELECT kept, sum(restated) AS restated, sum(hits) AS hits, max(importance) AS importance, max(last_accessed_at_ms) AS last_ms, max(retained_until_ms) AS retained_ms
    FROM pairs JOIN memory_items item ON item.tenant = $1 AND item.user_id = $2 AND item.id = pairs.dropped GROUP BY kept),
  gone AS (
    UPDATE memory_items item SET status = 'archived', retired_at_ms = $4, updated_at_ms = $4, version = version + 1
    FROM pairs WHERE item.tenant = $1 AND item.user_id = $2 AND item.id = pairs.dropped)
  UPDATE memory_items item SET restated = item.restated + sums.restated, hits = item.hits + sums.hits, importance = greatest(item.importance, sums.importance),
    last_accessed_at_ms = greatest(item.last_accessed_at_ms, sums.last_ms), retained_until_ms = greatest(item.retained_until_ms, sums.retained_ms),
    updated_at_ms = $4, version = item.version + 1
  FROM sums WHERE item.tenant = $1 AND item.user_id = $2 AND item.id = sums.kept`;
