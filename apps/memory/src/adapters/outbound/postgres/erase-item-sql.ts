/** The item with everything that was made of it, however far. $1 tenant, $2 user, $3 id */
export const FIND = `
  WITH RECURSIVE made (id) AS (
    SELECT $3::text UNION
    SELECT item.id FROM memory_items item JOIN made ON item.derived_from @> ARRAY[made.id] WHERE item.tenant = $1 AND item.user_id = $2)
  SELECT made.id, made.id <> $3 AS derived, item.content, item.source_channel AS channel, item.retained_until_ms AS until,
    coalesce(item.retained_by, 'retention') AS rule, fact.key, fact.value
  FROM made
  LEFT JOIN memory_items item ON item.tenant = $1 AND item.user_id = $2 AND item.id = made.id
  LEFT JOIN profile_facts fact ON fact.tenant = $1 AND fact.user_id = $2 AND fact.id = made.id
  WHERE item.id IS NOT NULL OR fact.id IS NOT NULL`;

const holds = (column: string, at: number): string =>
  `EXISTS (SELECT FROM unnest($${at}::text[]) said WHERE position(said IN ${column}::text) > 0)`;
const counted = (name: string, change: string): readonly [string, string] => [
  name,
  `WITH changed AS (${change} RETURNING 1) SELECT count(*)::integer AS count FROM changed`,
];

/** By the ids of the items. $1 tenant, $2 user, $3 ids */
export const BY_ID: readonly (readonly [name: string, sql: string])[] = [
  ...['item_terms', 'item_vectors', 'embedding_queue', 'item_feedback'].map((table) =>
    counted(table, `DELETE FROM ${table} WHERE tenant = $1 AND user_id = $2 AND item_id = ANY ($3::text[])`),
  ),
  ...['profile_facts', 'memory_items'].map((table) =>
    counted(table, `DELETE FROM ${table} WHERE tenant = $1 AND user_id = $2 AND id = ANY ($3::text[])`),
  ),
];

/** Recorded replies, whose previews may hold the item by its id and no more than the beginning of its text. $1 tenant, $2 user, $3 texts */
export const IN_REPLIES: readonly (readonly [name: string, sql: string])[] = [
  counted(
    'inbox',
    `UPDATE inbox SET reply = NULL, intents = NULL WHERE tenant = $1 AND user_id = $2 AND (${holds('reply', 3)} OR ${holds('intents', 3)})`,
  ),
];
/** As a recorded reply names an item. */
export const namedInReply = (id: string): string => `"id": ${JSON.stringify(id)}`;

/** By what they said: what was recorded stays as ids and times. $1 tenant, $2 user, $3 texts */
export const BY_TEXT: readonly (readonly [name: string, sql: string])[] = [
  counted(
    'change_log',
    `DELETE FROM change_log WHERE tenant = $1 AND user_id = $2 AND (${holds('old_value', 3)} OR ${holds('new_value', 3)})`,
  ),
  counted(
    'preference_signals',
    `DELETE FROM preference_signals WHERE tenant = $1 AND user_id = $2 AND ${holds('value', 3)}`,
  ),
  counted(
    'extraction_samples',
    `DELETE FROM extraction_samples t WHERE tenant = $1 AND user_id = $2 AND (${holds('said', 3)} OR ${holds('wrong', 3)} OR ${holds('value', 3)})`,
  ),
  counted(
    'session_rounds',
    `UPDATE session_rounds SET said = NULL, replied = NULL, slots = NULL WHERE tenant = $1 AND user_id = $2
       AND (${holds('said', 3)} OR ${holds('replied', 3)} OR ${holds('slots', 3)})`,
  ),
  counted(
    'session_notes',
    `UPDATE session_notes SET summary = '' WHERE tenant = $1 AND user_id = $2 AND ${holds('summary', 3)}`,
  ),
];

/**
 * Takes the values out of the sessions' updates and raises the sessions by an update that undoes nothing, so that every copy from
 * before is read anew from the rows. $1 tenant, $2 user, $3 texts, $4 the turn of the update
 */
export const FORGET_IN_SESSIONS = `
  WITH mine AS (SELECT session_id, n FROM session_updates WHERE tenant = $1 AND user_id = $2 AND ${holds('operations', 3)}),
  emptied AS (
    UPDATE session_updates SET operations = (SELECT coalesce(jsonb_agg(operation), '[]') FROM jsonb_array_elements(operations) operation
      WHERE NOT ${holds('operation', 3)})
    WHERE tenant = $1 AND user_id = $2 AND (session_id, n) IN (SELECT session_id, n FROM mine) RETURNING 1),
  raised AS (UPDATE sessions SET version = version + 1 WHERE tenant = $1 AND user_id = $2 AND session_id IN (SELECT session_id FROM mine)
    RETURNING session_id, version),
  marked AS (INSERT INTO session_updates (tenant, session_id, n, user_id, turn_id, type, undoes) SELECT $1, session_id, version, $2, $4, 'undo', 0 FROM raised)
  SELECT (SELECT count(*) FROM emptied)::integer AS count,
    (SELECT coalesce(json_agg(json_build_object('sessionId', session_id, 'version', version)), '[]') FROM raised) AS sessions`;

/** Rows that hold an id or a text still, by table. $1 tenant, $2 user, $3 ids, $4 texts */
export const LEFT: readonly (readonly [where: string, sql: string])[] = [
  [
    'rows',
    `SELECT count(*)::integer AS count FROM memory_items t WHERE tenant = $1 AND user_id = $2 AND (id = ANY ($3::text[]) OR derived_from && $3::text[])
     AND cardinality($4::text[]) >= 0`,
  ],
  ...(['item_terms', 'item_vectors'] as const).map(
    (table) =>
      [
        table === 'item_terms' ? 'term_weights' : 'vectors',
        `SELECT count(*)::integer AS count FROM ${table} WHERE tenant = $1 AND user_id = $2 AND item_id = ANY ($3::text[]) AND cardinality($4::text[]) >= 0`,
      ] as const,
  ),
  ...[
    'memory_items',
    'profile_facts',
    'change_log',
    'inbox',
    'session_updates',
    'session_rounds',
    'session_notes',
    'preference_signals',
    'extraction_samples',
  ].map(
    (table) =>
      [
        'texts',
        `SELECT count(*)::integer AS count FROM ${table} t WHERE tenant = $1 AND user_id = $2 AND cardinality($3::text[]) > 0 AND ${holds('t', 4)}`,
      ] as const,
  ),
];
