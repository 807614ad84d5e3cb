/**
 * The tables whose rows change hands, each with what names a row. `with`: rows that go where the row of that table goes, so that they
 * need no note of their own. In the order of moving: what a trigger of an item writes to goes before it.
 */
export const MOVED: readonly { readonly table: string; readonly key: string; readonly with?: string }[] = [
  { table: 'sessions', key: 'session_id' },
  { table: 'session_updates', key: 'session_id', with: 'sessions' },
  { table: 'session_rounds', key: 'session_id', with: 'sessions' },
  { table: 'session_notes', key: 'session_id', with: 'sessions' },
  { table: 'preference_signals', key: 'session_id', with: 'sessions' },
  { table: 'user_actions', key: 'session_id', with: 'sessions' },
  { table: 'task_states', key: 'session_id', with: 'sessions' },
  { table: 'inbox', key: 'coalesce(session_id, command_id)' },
  { table: 'item_terms', key: 'item_id', with: 'memory_items' },
  { table: 'item_vectors', key: 'item_id', with: 'memory_items' },
  { table: 'embedding_queue', key: 'item_id', with: 'memory_items' },
  { table: 'item_feedback', key: 'item_id', with: 'memory_items' },
  { table: 'memory_items', key: 'id' },
  { table: 'profile_facts', key: 'id' },
  { table: 'extraction_samples', key: 'id' },
  { table: 'change_log', key: 'id' },
  { table: 'contacts', key: 'id' },
  // An external id may be an address: it is noted as a digest.
  { table: 'identity_links', key: `md5(channel || ':' || external_id)` },
  { table: 'shared_terms', key: 'item_id', with: 'shared_items' },
  { table: 'shared_vectors', key: 'item_id', with: 'shared_items' },
  { table: 'shared_items', key: 'id' },
  { table: 'documents', key: `document_id || '@' || version` },
];

/** $1 tenant, $2 from, $3 into */
export const moveRows = (table: string, key: string): string =>
  `WITH moved AS (UPDATE ${table} SET user_id = $3 WHERE tenant = $1 AND user_id = $2 RETURNING ${key} AS key)
   SELECT coalesce(array_agg(DISTINCT key), '{}') AS keys FROM moved`;

/** $1 tenant, $2 from, $3 into, $4 keys */
export const moveBack = (table: string, key: string): string =>
  `UPDATE ${table} SET user_id = $2 WHERE tenant = $1 AND user_id = $3 AND ${key} = ANY ($4::text[])`;

/** A department where the other belongs too needs no second membership. $1 tenant, $2 from, $3 into */
export const MOVE_MEMBERS = `
  WITH moved AS (UPDATE members SET user_id = $3 WHERE tenant = $1 AND user_id = $2
    AND NOT EXISTS (SELECT FROM members own WHERE own.tenant = $1 AND own.user_id = $3 AND own.department = members.department) RETURNING department)
  SELECT coalesce(array_agg(department), '{}') AS keys FROM moved`;

/** What both have said: that of `into` stands, re-stated. Answers what it takes to undo it. $1 tenant, $2 from, $3 into, $4 now */
export const SET_TWINS_ASIDE = `
  WITH twin AS (
    SELECT theirs.id, theirs.status, theirs.restated AS more, kept.id AS kept, kept.confidence AS "confidenceBefore", kept.observed_at_ms AS "observedBefore",
      greatest(kept.confidence, theirs.confidence) AS confidence, greatest(kept.observed_at_ms, theirs.observed_at_ms) AS observed
    FROM memory_items theirs JOIN memory_items kept ON kept.tenant = $1 AND kept.user_id = $3 AND kept.space = theirs.space AND kept.kind = theirs.kind
      AND kept.content_hash = theirs.content_hash AND kept.status IN ('active', 'reference')
    WHERE theirs.tenant = $1 AND theirs.user_id = $2 AND theirs.status IN ('active', 'reference')),
  aside AS (UPDATE memory_items item SET status = 'deprecated', retired_at_ms = $4, updated_at_ms = $4, version = version + 1
    FROM twin WHERE item.tenant = $1 AND item.id = twin.id),
  kept AS (UPDATE memory_items item SET restated = restated + more, confidence = twin.confidence, observed_at_ms = observed, updated_at_ms = $4,
    version = version + 1 FROM twin WHERE item.tenant = $1 AND item.id = twin.kept)
  SELECT coalesce(json_agg(twin), '[]') AS twins FROM twin`;

/** $1 tenant, $2 from, $3 into, $4 twins, $5 when they were set aside, $6 now */
export const BRING_TWINS_BACK = `
  WITH twin AS (SELECT * FROM jsonb_to_recordset($4::jsonb) AS t(id text, status text, more integer, kept text, "confidenceBefore" real,
    "observedBefore" bigint, confidence real, observed bigint)),
  back AS (UPDATE memory_items item SET status = twin.status, retired_at_ms = NULL, updated_at_ms = $6, version = version + 1
    FROM twin WHERE item.tenant = $1 AND item.user_id = $2 AND item.id = twin.id AND item.status = 'deprecated' AND item.retired_at_ms = $5)
  UPDATE memory_items item SET restated = greatest(1, restated - more), updated_at_ms = $6, version = version + 1,
    confidence = CASE WHEN item.confidence = twin.confidence THEN "confidenceBefore" ELSE item.confidence END,
    observed_at_ms = CASE WHEN item.observed_at_ms = observed THEN "observedBefore" ELSE item.observed_at_ms END
  FROM twin WHERE item.tenant = $1 AND item.user_id = $3 AND item.id = twin.kept`;

/**
 * One fact of a key stands: the one observed last; of the same value that of `into`, observed when it was last. The loser's item goes with
 * it. Logged. $1 tenant, $2 from, $3 into, $4 now, $5 merge, $6 actor
 */
export const SETTLE_FACTS = `
  WITH pair AS (
    SELECT mine.key, mine.value = theirs.value AS same, mine.id AS mine, theirs.id AS theirs, mine.value AS my_value, theirs.value AS their_value,
      mine.observed_at_ms AS my_observed, theirs.observed_at_ms AS their_observed, mine.valid_until_ms AS my_until, theirs.valid_until_ms AS their_until,
      mine.value <> theirs.value AND theirs.observed_at_ms > mine.observed_at_ms AS theirs_wins
    FROM profile_facts mine JOIN profile_facts theirs ON theirs.tenant = $1 AND theirs.user_id = $2 AND theirs.status = 'active' AND theirs.key = mine.key
    WHERE mine.tenant = $1 AND mine.user_id = $3 AND mine.status = 'active'),
  lost AS (SELECT key, same, CASE WHEN theirs_wins THEN mine ELSE theirs END AS id, CASE WHEN theirs_wins THEN my_until ELSE their_until END AS "validUntilMs",
      CASE WHEN theirs_wins THEN my_value ELSE their_value END AS old, CASE WHEN theirs_wins THEN their_value ELSE my_value END AS new,
      CASE WHEN theirs_wins THEN theirs ELSE mine END AS kept, my_observed AS "observedBefore", greatest(my_observed, their_observed) AS observed FROM pair),
  facts AS (UPDATE profile_facts fact SET status = 'deprecated', valid_until_ms = $4, retired_at_ms = $4, updated_at_ms = $4, version = version + 1
    FROM lost WHERE fact.tenant = $1 AND fact.id = lost.id),
  kept AS (UPDATE profile_facts fact SET observed_at_ms = lost.observed, updated_at_ms = $4, version = version + 1
    FROM lost WHERE same AND fact.tenant = $1 AND fact.id = lost.kept),
  items AS (UPDATE memory_items item SET status = 'deprecated', retired_at_ms = $4, updated_at_ms = $4, version = version + 1
    FROM lost WHERE item.tenant = $1 AND item.id = lost.id AND item.status = 'active' AND NOT same RETURNING item.id),
  logged AS (INSERT INTO change_log (tenant, id, user_id, key, old_value, new_value, cause, changed_at_ms, actor)
    SELECT $1, $5 || ':' || id, $3, key, old, new, 'merged', $4, $6 FROM lost WHERE NOT same ON CONFLICT DO NOTHING)
  SELECT coalesce(json_agg(json_build_object('id', id, 'validUntilMs', "validUntilMs", 'item', id IN (SELECT id FROM items),
    'kept', CASE WHEN same THEN kept END, 'observedBefore', "observedBefore", 'observed', observed)), '[]') AS facts FROM lost`;

/** After the rows have moved back. $1 tenant, $2 facts, $3 when they were set aside, $4 now, $5 undo, $6 actor */
export const BRING_FACTS_BACK = `
  WITH lost AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS f(id text, "validUntilMs" bigint, item boolean, kept text, "observedBefore" bigint, observed bigint)),
  facts AS (UPDATE profile_facts fact SET status = 'active', valid_until_ms = lost."validUntilMs", retired_at_ms = NULL, updated_at_ms = $4, version = version + 1
    FROM lost WHERE fact.tenant = $1 AND fact.id = lost.id AND fact.status = 'deprecated' AND fact.retired_at_ms = $3
      AND NOT EXISTS (SELECT FROM profile_facts newer WHERE newer.tenant = $1 AND newer.user_id = fact.user_id AND newer.key = fact.key AND newer.status = 'active')
    RETURNING fact.id, fact.user_id, fact.key, fact.value, lost.item, lost.kept),
  kept AS (UPDATE profile_facts fact SET observed_at_ms = "observedBefore", version = version + 1
    FROM lost WHERE fact.tenant = $1 AND fact.id = lost.kept AND fact.observed_at_ms = lost.observed),
  items AS (UPDATE memory_items item SET status = 'active', retired_at_ms = NULL, updated_at_ms = $4, version = version + 1
    FROM facts WHERE facts.item AND item.tenant = $1 AND item.id = facts.id AND item.status = 'deprecated' AND item.retired_at_ms = $3)
  INSERT INTO change_log (tenant, id, user_id, key, old_value, new_value, cause, changed_at_ms, actor)
  SELECT $1, $5 || ':' || id, user_id, key, NULL, value, 'merge_undone', $4, $6 FROM facts WHERE kept IS NULL ON CONFLICT DO NOTHING`;

/** Of two contacts of a name the one changed last stands. $1 tenant, $2 from, $3 into */
export const SETTLE_CONTACTS = `
  WITH lost AS (
    SELECT CASE WHEN theirs.updated_at_ms > mine.updated_at_ms THEN mine.id ELSE theirs.id END AS id
    FROM contacts mine JOIN contacts theirs ON theirs.tenant = $1 AND theirs.user_id = $2 AND theirs.status = 'active' AND theirs.name = mine.name
    WHERE mine.tenant = $1 AND mine.user_id = $3 AND mine.status = 'active'),
  aside AS (UPDATE contacts SET status = 'deprecated', version = version + 1 WHERE tenant = $1 AND id IN (SELECT id FROM lost))
  SELECT coalesce(array_agg(id), '{}') AS keys FROM lost`;

/** $1 tenant, $2 ids */
export const BRING_CONTACTS_BACK = `
  UPDATE contacts contact SET status = 'active', version = version + 1
  WHERE tenant = $1 AND id = ANY ($2::text[]) AND status = 'deprecated'
    AND NOT EXISTS (SELECT FROM contacts newer WHERE newer.tenant = $1 AND newer.user_id = contact.user_id AND newer.name = contact.name AND newer.status = 'active')`;

/** What the user of `into` has not decided is as that of `from` had it. Answers what was filled in. $1 tenant, $2 from, $3 into, $4 now */
export const FILL_USER = `
  WITH theirs AS (SELECT first_seen_ms, mode, segment FROM users WHERE tenant = $1 AND user_id = $2),
  mine AS (SELECT mode, segment FROM users WHERE tenant = $1 AND user_id = $3),
  filled AS (
    INSERT INTO users (tenant, user_id, first_seen_ms, mode, segment)
    SELECT $1, $3, coalesce((SELECT first_seen_ms FROM theirs), $4), (SELECT mode FROM theirs), (SELECT segment FROM theirs)
    ON CONFLICT (tenant, user_id) DO UPDATE SET first_seen_ms = least(users.first_seen_ms, EXCLUDED.first_seen_ms),
      mode = coalesce(users.mode, EXCLUDED.mode), segment = coalesce(users.segment, EXCLUDED.segment))
  SELECT CASE WHEN (SELECT mode FROM mine) IS NULL THEN (SELECT mode FROM theirs) END AS mode,
    CASE WHEN (SELECT segment FROM mine) IS NULL THEN (SELECT segment FROM theirs) END AS segment`;

/** $1 tenant, $2 into, $3 mode and $4 segment as they were filled in */
export const EMPTY_USER = `UPDATE users SET mode = nullif(mode, $3), segment = nullif(segment, $4) WHERE tenant = $1 AND user_id = $2`;

/** What `from` said before its erasure is not to come back under `into`. $1 tenant, $2 from, $3 into */
export const COPY_TOMBSTONES = `
  INSERT INTO erasures (tenant, erasure_id, user_id, user_ids, epoch_ms, sent_at_ms, completed)
  SELECT tenant, erasure_id, $3, '{}', epoch_ms, sent_at_ms, true FROM erasures WHERE tenant = $1 AND user_id = $2 ON CONFLICT DO NOTHING`;

/** $1 tenant, $2 id, $3 user, $4 key, $5 old, $6 new, $7 cause, $8 now, $9 actor */
export const LOG = `
  INSERT INTO change_log (tenant, id, user_id, key, old_value, new_value, cause, changed_at_ms, actor)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`;
