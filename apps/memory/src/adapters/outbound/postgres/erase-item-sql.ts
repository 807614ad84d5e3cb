/** As a refusal is marked that an erasure has left. */
export const LEFT_BY_ERASURE = 'erasure:';

/**
 * The item with everything that was made of it, however far, and rows that say the same under the same key; but not the refusals that an
 * erasure left. $1 tenant, $2 user, $3 id
 */
export const FIND = `
  WITH RECURSIVE same (id) AS (
    SELECT $3::text UNION
    SELECT other.id FROM profile_facts fact JOIN profile_facts other USING (tenant, user_id, value)
    WHERE fact.tenant = $1 AND fact.user_id = $2 AND fact.id = $3 AND ${baseOf('other.key')} = ${baseOf('fact.key')}
      AND other.source_id NOT LIKE '${LEFT_BY_ERASURE}%'),
  made (id) AS (
    SELECT id FROM same UNION
    SELECT item.id FROM memory_items item JOIN made ON item.derived_from @> ARRAY[made.id] WHERE item.tenant = $1 AND item.user_id = $2)
  SELECT made.id, made.id NOT IN (SELECT id FROM same) AS derived, item.content, item.source_channel AS channel, item.retained_until_ms AS until,
    coalesce(item.retained_by, 'retention') AS rule, fact.key, fact.value, coalesce(fact.source_type, item.source_type) AS "sourceType",
    coalesce(fact.source_id, item.source_id) AS source
  FROM made
  LEFT JOIN memory_items item ON item.tenant = $1 AND item.user_id = $2 AND item.id = made.id
  LEFT JOIN profile_facts fact ON fact.tenant = $1 AND fact.user_id = $2 AND fact.id = made.id
  WHERE item.id IS NOT NULL OR fact.id IS NOT NULL`;

/** Without the number of one of many. */
function baseOf(key: string): string {
  return `regexp_replace(${key}, '/[0-9]+$', '')`;
}
/** Whether a row's key and value are those of a fact; keys and values are two parameters of the same length. */
const isFact = (key: string, value: string, keys: string, values: string): string =>
  `EXISTS (SELECT FROM unnest(${keys}::text[], ${values}::text[]) gone (of_key, of_value) WHERE of_value = ${value} AND of_key = ${baseOf(key)})`;
const says = (column: string, patterns: string): string =>
  `EXISTS (SELECT FROM unnest(${patterns}::text[]) pattern WHERE ${column}::text ~ pattern)`;

/**
 * Turns in which the facts were said: of their rows, of the session's operations, and of what the profile was to be told.
 * $1 tenant, $2 user, $3 keys, $4 values, $5 sources of the rows
 */
export const SAID_IN = `
  SELECT turn_id AS turn, session_id AS session FROM session_rounds WHERE tenant = $1 AND user_id = $2 AND turn_id = ANY ($5::text[])
  UNION SELECT turn_id, session_id FROM inbox WHERE tenant = $1 AND user_id = $2 AND turn_id = ANY ($5::text[])
  UNION SELECT turn_id, session_id FROM session_updates said WHERE tenant = $1 AND user_id = $2 AND type = 'set' AND EXISTS (
    SELECT FROM jsonb_array_elements(said.operations) operation WHERE ${isFact(`operation->>'key'`, `operation->>'value'`, '$3', '$4')})
  UNION SELECT turn_id, session_id FROM inbox told WHERE tenant = $1 AND user_id = $2 AND kind = 'assemble' AND EXISTS (
    SELECT FROM jsonb_array_elements(CASE jsonb_typeof(told.intents) WHEN 'array' THEN told.intents ELSE '[]' END) intent
    WHERE intent->>'type' IN ('declare', 'store', 'correct') AND ${isFact(`intent->>'key'`, `intent->>'value'`, '$3', '$4')})`;

type Named = readonly [name: string, sql: string];
const counted = (name: string, change: string): Named => [
  name,
  `WITH changed AS (${change} RETURNING 1) SELECT count(*)::integer AS count FROM changed`,
];
const OWN = 'tenant = $1 AND user_id = $2';

/** By the ids of the items. $1 tenant, $2 user, $3 ids */
export const BY_ID: readonly Named[] = [
  ...['item_terms', 'item_vectors', 'embedding_queue', 'item_feedback'].map((table) =>
    counted(table, `DELETE FROM ${table} WHERE ${OWN} AND item_id = ANY ($3::text[])`),
  ),
  ...['profile_facts', 'memory_items'].map((table) =>
    counted(table, `DELETE FROM ${table} WHERE ${OWN} AND id = ANY ($3::text[])`),
  ),
];

/** By key and value. $1 tenant, $2 user, $3 keys, $4 values */
export const BY_FACT: readonly Named[] = [
  counted(
    'change_log',
    `DELETE FROM change_log WHERE ${OWN} AND (${isFact('key', 'new_value', '$3', '$4')} OR (new_value IS NULL AND ${isFact('key', 'old_value', '$3', '$4')}))`,
  ),
  counted(
    'change_log_old_values',
    `UPDATE change_log SET old_value = NULL WHERE ${OWN} AND ${isFact('key', 'old_value', '$3', '$4')}`,
  ),
  counted(
    'extraction_samples',
    `DELETE FROM extraction_samples WHERE ${OWN} AND (${isFact('key', 'wrong', '$3', '$4')} OR ${isFact('key', 'value', '$3', '$4')})`,
  ),
];

/** What has shown the preferences. $1 tenant, $2 user, $3 keys and $4 values of signals */
export const SIGNALS = counted(
  'preference_signals',
  `DELETE FROM preference_signals WHERE ${OWN} AND ${isFact('key', 'value', '$3', '$4')}`,
);

/** By the turns and by words that tell the item wherever they stand: ids and times stay. $1 tenant, $2 user, $3 turns, $4 patterns */
export const BY_TURN: readonly Named[] = [
  // A summary of a turn goes with it; before the rounds, by whose numbers it is known.
  counted(
    'session_notes',
    `UPDATE session_notes note SET summary = '' WHERE ${OWN} AND summary <> '' AND (${says('summary', '$4')} OR EXISTS (
       SELECT FROM session_rounds round WHERE round.tenant = $1 AND round.user_id = $2 AND round.session_id = note.session_id
         AND round.n <= note.summary_until AND round.turn_id = ANY ($3::text[])))`,
  ),
  counted(
    'session_rounds',
    `UPDATE session_rounds SET said = NULL, replied = NULL, slots = NULL WHERE ${OWN} AND coalesce(said, replied, slots::text) IS NOT NULL
       AND (turn_id = ANY ($3::text[]) OR ${says('said', '$4')} OR ${says('replied', '$4')} OR ${says('slots', '$4')})`,
  ),
  counted(
    'extraction_samples',
    `DELETE FROM extraction_samples WHERE ${OWN} AND cardinality($3::text[]) >= 0 AND ${says('said', '$4')}`,
  ),
];

/** Recorded answers. $1 tenant, $2 user */
export const ANSWERS = `
  SELECT command_id AS command, kind, session_id AS session, turn_id AS turn, reply, intents FROM inbox
  WHERE ${OWN} AND kind <> 'erase' AND (reply IS NOT NULL OR intents IS NOT NULL)`;
/** $1 tenant, $2 user, $3 the answers as they are to be */
export const PUT_ANSWERS = `
  UPDATE inbox SET reply = left_over.reply, intents = left_over.intents
  FROM jsonb_to_recordset($3::jsonb) AS left_over (command text, reply jsonb, intents jsonb)
  WHERE inbox.tenant = $1 AND inbox.user_id = $2 AND inbox.command_id = left_over.command`;

const isOperation = `(${isFact(`operation->>'key'`, `operation->>'value'`, '$3', '$4')} OR
  (turn_id = ANY ($5::text[]) AND operation->>'value' = ANY ($4::text[])))`;
const wasBefore = isFact(`operation->>'key'`, `operation->>'confirmedBefore'`, '$3', '$4');
const holding = `EXISTS (SELECT FROM jsonb_array_elements(operations) operation WHERE ${isOperation} OR ${wasBefore})`;

/**
 * Takes the values out of the sessions' updates, so that the field is empty from there on and no older value takes its place, and raises the
 * sessions by an update that undoes nothing, so that every copy from before is read anew from the rows.
 * $1 tenant, $2 user, $3 keys, $4 values, $5 turns, $6 the turn of the update
 */
export const FORGET_IN_SESSIONS = `
  WITH mine AS (SELECT session_id, n FROM session_updates WHERE ${OWN} AND type = 'set' AND ${holding}),
  emptied AS (
    UPDATE session_updates SET operations = (SELECT jsonb_agg(
        CASE WHEN ${isOperation} THEN jsonb_set(operation, '{value}', 'null') - 'confirmedBefore'
             WHEN ${wasBefore} THEN operation - 'confirmedBefore' ELSE operation END) FROM jsonb_array_elements(operations) operation)
    WHERE ${OWN} AND (session_id, n) IN (SELECT session_id, n FROM mine) RETURNING 1),
  raised AS (UPDATE sessions SET version = version + 1 WHERE ${OWN} AND session_id IN (SELECT session_id FROM mine)
    RETURNING session_id, version),
  marked AS (INSERT INTO session_updates (tenant, session_id, n, user_id, turn_id, type, undoes) SELECT $1, session_id, version, $2, $6, 'undo', 0 FROM raised)
  SELECT (SELECT count(*) FROM emptied)::integer AS count,
    (SELECT coalesce(json_agg(json_build_object('sessionId', session_id, 'version', version)), '[]') FROM raised) AS sessions`;

/** That it is not concluded again; by the name of the signal, never by words of the user. $1 tenant, $2 user, $3 id, $4 key, $5 value, $6 item, $7 now */
export const REFUSE_AGAIN = `
  INSERT INTO profile_facts (tenant, id, user_id, key, value, status, source_id, source_type, confidence, observed_at_ms, valid_from_ms, created_at_ms, updated_at_ms)
  VALUES ($1, $3, $2, $4, $5, 'refused', '${LEFT_BY_ERASURE}' || $6::text, 'user', 1, $7, $7, $7, $7) ON CONFLICT DO NOTHING`;

const count = (from: string, where: string): string =>
  `SELECT count(*)::integer AS count FROM ${from} WHERE ${OWN} AND ${where}`;

/** Rows that hold an id, a fact or its words still, by table. $1 tenant, $2 user, $3 ids, $4 keys, $5 values, $6 turns, $7 patterns, $8 and $9 signals */
export const LEFT: readonly (readonly [where: string, sql: string])[] = [
  ['rows', count('memory_items', '(id = ANY ($3::text[]) OR derived_from && $3::text[])')],
  ['term_weights', count('item_terms', 'item_id = ANY ($3::text[])')],
  ['vectors', count('item_vectors', 'item_id = ANY ($3::text[])')],
  [
    'texts',
    count(
      'profile_facts',
      `(id = ANY ($3::text[]) OR (source_id NOT LIKE '${LEFT_BY_ERASURE}%' AND ${isFact('key', 'value', '$4', '$5')}))`,
    ),
  ],
  [
    'texts',
    count('change_log', `(${isFact('key', 'old_value', '$4', '$5')} OR ${isFact('key', 'new_value', '$4', '$5')})`),
  ],
  ['texts', count('preference_signals', isFact('key', 'value', '$8', '$9'))],
  [
    'texts',
    count(
      'extraction_samples',
      `(${isFact('key', 'wrong', '$4', '$5')} OR ${isFact('key', 'value', '$4', '$5')} OR ${says('said', '$7')})`,
    ),
  ],
  [
    'texts',
    count(
      'session_updates',
      `operations IS NOT NULL AND ${holding.replaceAll('$5', '$6').replaceAll('$4', '$5').replaceAll('$3', '$4')}`,
    ),
  ],
  [
    'texts',
    count(
      'session_rounds',
      `coalesce(said, replied, slots::text) IS NOT NULL AND (turn_id = ANY ($6::text[]) OR ${says('said', '$7')} OR ${says('replied', '$7')} OR ${says('slots', '$7')})`,
    ),
  ],
  ['texts', count('session_notes', says('summary', '$7'))],
].map(([where = '', sql = '']) => [where, `${sql} AND ${ALL_USED()}`] as const);

/** PostgreSQL wants the type of every parameter, also where a statement looks at a few. */
function ALL_USED(): string {
  return [3, 4, 5, 6, 7, 8, 9].map((at) => `cardinality($${at}::text[]) >= 0`).join(' AND ');
}
