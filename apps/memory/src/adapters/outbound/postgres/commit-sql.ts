import { LEARNING } from './signal-sql';

/** $1 tenant, $2 user, $3 session, $4 turn, $5 command, $6 said at */
export const LOAD_COMMIT = `
  WITH turn AS MATERIALIZED (SELECT coalesce((SELECT intents FROM inbox
    WHERE tenant = $1 AND user_id = $2 AND kind = 'assemble' AND session_id = $3 AND turn_id = $4), '[]') AS intents)
  SELECT
    (SELECT user_id FROM identity_aliases WHERE tenant = $1 AND alias = $2) AS "movedTo",
    (SELECT json_build_object('reply', reply) FROM inbox WHERE tenant = $1 AND user_id = $2 AND command_id = $5) AS recorded,
    (SELECT user_id FROM sessions WHERE tenant = $1 AND session_id = $3) AS owner,
    (SELECT intents FROM turn) AS intents,
    (SELECT ${LEARNING} FROM turn) AS learning,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'key', key, 'value', value, 'observedAtMs', observed_at_ms)), '[]')
       FROM profile_facts WHERE tenant = $1 AND user_id = $2 AND status IN ('active', 'reference')) AS active,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'key', key, 'value', value, 'status', status, 'observedAtMs', observed_at_ms)
              ORDER BY observed_at_ms, created_at_ms, id), '[]') FROM profile_facts
       WHERE tenant = $1 AND user_id = $2 AND (session_id = $3 OR session_id IS NULL) AND status IN ('candidate', 'asked')) AS candidates,
    coalesce((SELECT max(epoch_ms) FROM erasures WHERE tenant = $1 AND user_id = $2), -1) >= $6::bigint AS erased`;

/**
 * First, so that a second delivery waits here. The user has said one thing more; from $8 on the work on his memory is due (M13).
 * $1 tenant, $2 command, $3 user, $4 session, $5 turn, $6 reply, $7 now
 */
export const RECORD_COMMIT = `
  WITH counted AS (UPDATE users SET messages = messages + 1, work_due = work_due OR messages + 1 >= $8 WHERE tenant = $1 AND user_id = $3)
  INSERT INTO inbox (tenant, command_id, user_id, kind, session_id, turn_id, reply, recorded_at_ms)
  VALUES ($1, $2, $3, 'commit', $4, $5, $6::jsonb, $7)`;

/** What gives way stays for as-of questions, out of every other search. $1 tenant, $2 user, $3 ids, $4 now */
export const DEPRECATE = `
  WITH facts AS (UPDATE profile_facts SET status = 'deprecated', valid_until_ms = $4, retired_at_ms = $4, updated_at_ms = $4, version = version + 1
    WHERE tenant = $1 AND user_id = $2 AND id = ANY ($3::text[]))
  UPDATE memory_items SET status = 'deprecated', valid_until_ms = $4, retired_at_ms = $4, updated_at_ms = $4, version = version + 1
  WHERE tenant = $1 AND user_id = $2 AND id = ANY ($3::text[])`;

/** Candidates and facts alike; a row belongs to its first user. What was inferred belongs to no session; once the user confirms it, it is his word. $1 tenant, $2 user, $3 session, $4 source, $5 rows, $6 now */
export const WRITE_FACTS = `
  INSERT INTO profile_facts AS fact (tenant, id, user_id, key, value, status, session_id, source_id, source_type, confidence,
    observed_at_ms, valid_from_ms, valid_until_ms, created_at_ms, updated_at_ms)
  SELECT $1, id, $2, key, value, status, CASE WHEN "sourceType" IS DISTINCT FROM 'inference' THEN $3 END, coalesce("sourceId", $4), coalesce("sourceType", 'user'), confidence,
    "observedAtMs", "observedAtMs", "validUntilMs", $6, $6
  FROM jsonb_to_recordset($5::jsonb) AS r(id text, key text, value text, status text, confidence real, "observedAtMs" bigint,
    "validUntilMs" bigint, "sourceId" text, "sourceType" text)
  ON CONFLICT (tenant, id) DO UPDATE SET status = EXCLUDED.status, confidence = greatest(fact.confidence, EXCLUDED.confidence),
    observed_at_ms = EXCLUDED.observed_at_ms, updated_at_ms = EXCLUDED.updated_at_ms, version = fact.version + 1,
    source_type = CASE WHEN fact.source_type = 'inference' AND EXCLUDED.status = 'active' THEN EXCLUDED.source_type ELSE fact.source_type END
  WHERE fact.user_id = EXCLUDED.user_id`;

/** $1 tenant, $2 user, $3 entries, $4 now */
export const WRITE_LOG = `
  INSERT INTO change_log (tenant, id, user_id, key, old_value, new_value, cause, changed_at_ms)
  SELECT $1, id, $2, key, "oldValue", "newValue", cause, $4
  FROM jsonb_to_recordset($3::jsonb) AS r(id text, key text, "oldValue" text, "newValue" text, cause text)
  ON CONFLICT DO NOTHING`;

/**
 * Items with what the arms find them by. What a user has said already is re-stated, not stored
 * twice: the store decides, not a look before. An id that stands is left as it is. $1 tenant, $2 user, $3 session, $4 items, $5 now
 */
export const WRITE_ITEMS = `
  WITH given AS (SELECT * FROM jsonb_to_recordset($4::jsonb) AS r(id text, kind text, status text, key text, content text, attributes jsonb,
    "contentHash" text, "sourceId" text, "sourceChannel" text, "sourceType" text, confidence real, importance real, "observedAtMs" bigint,
    "validFromMs" bigint, "validUntilMs" bigint, "happenedFromMs" bigint, "happenedUntilMs" bigint, space text, task text, language text,
    "derivedFrom" jsonb, restated integer, retained jsonb, terms text, model text, vector text)
    WHERE NOT EXISTS (SELECT FROM memory_items standing WHERE standing.tenant = $1 AND standing.id = r.id)),
  written AS (
    INSERT INTO memory_items AS item (tenant, id, user_id, session_id, kind, status, key, content, attributes, content_hash, source_id, source_channel,
      source_type, confidence, importance, observed_at_ms, valid_from_ms, valid_until_ms, happened_from_ms, happened_until_ms, space, task, language,
      derived_from, restated, retained_until_ms, retained_by, created_at_ms, updated_at_ms)
    SELECT $1, id, $2, $3, kind, status, key, content, attributes, "contentHash", "sourceId", "sourceChannel",
      "sourceType", confidence, importance, "observedAtMs", "validFromMs", "validUntilMs", "happenedFromMs", "happenedUntilMs", space, task, language,
      ARRAY(SELECT jsonb_array_elements_text("derivedFrom")), restated, (retained->>'untilMs')::bigint, retained->>'rule', $5, $5
    FROM given
    ON CONFLICT (tenant, user_id, space, kind, content_hash) WHERE status IN ('active', 'reference') DO UPDATE SET
      restated = item.restated + EXCLUDED.restated, observed_at_ms = greatest(item.observed_at_ms, EXCLUDED.observed_at_ms),
      confidence = greatest(item.confidence, EXCLUDED.confidence),
      retained_until_ms = greatest(item.retained_until_ms, EXCLUDED.retained_until_ms), retained_by = coalesce(item.retained_by, EXCLUDED.retained_by),
      updated_at_ms = EXCLUDED.updated_at_ms, version = item.version + 1
    RETURNING id, content_hash, kind, space),
  fresh AS (SELECT given.* FROM given JOIN written USING (id)),
  searchable AS (
    INSERT INTO item_terms (tenant, user_id, item_id, terms, reference, space, kind, recorded_at_ms, valid_from_ms, valid_until_ms,
      happened_from_ms, happened_until_ms)
    SELECT $1, $2, id, terms::sparsevec, status = 'reference', space, kind, $5, "validFromMs", "validUntilMs", "happenedFromMs", "happenedUntilMs"
    FROM fresh WHERE terms IS NOT NULL),
  embedded AS (
    INSERT INTO item_vectors (tenant, user_id, item_id, model, vector)
    SELECT $1, $2, id, model, vector::halfvec FROM fresh WHERE vector IS NOT NULL)
  SELECT given.id AS given, written.id AS stored
  FROM given JOIN written ON written.content_hash = given."contentHash" AND written.kind = given.kind AND written.space = given.space`;
