import { namedContactsSql } from './named-contacts-sql';
import { profileSql, searchCtes, updateJson } from './search-sql';

/** Among the parameters of the arms: the agent's space after the one that all share, which stands alone where no agent has one. */
const SPACES = '$15::text[]';
const ITS_SPACE = `(${SPACES})[cardinality(${SPACES})]`;

/** $1 tenant, $2 user, $3 session, $4 turn, $5 command, $6 known version, $7 said at, $8 and $9 whom the text names, from $10 on those of the arms */
export const LOAD_TURN = `
  WITH session AS (SELECT user_id, version, ended_at_ms FROM sessions WHERE tenant = $1 AND session_id = $3),
  base AS (
    SELECT CASE WHEN $6::integer <= coalesce((SELECT version FROM session), 0)
                 AND NOT EXISTS (SELECT FROM session_updates WHERE tenant = $1 AND session_id = $3 AND n > $6::integer AND type <> 'set')
           THEN $6::integer ELSE 0 END AS version),
  ${searchCtes(10)}
  SELECT
    (SELECT user_id FROM identity_aliases WHERE tenant = $1 AND alias = $2) AS "movedTo",
    (SELECT json_build_object('userId', user_id, 'version', version, 'ended', ended_at_ms IS NOT NULL) FROM session) AS session,
    (SELECT json_build_object('reply', reply) FROM inbox WHERE tenant = $1 AND user_id = $2
       AND (command_id = $5 OR (kind = 'assemble' AND session_id = $3 AND turn_id = $4)) LIMIT 1) AS recorded,
    (SELECT version FROM base) AS base,
    (SELECT coalesce(json_agg(${updateJson} ORDER BY n), '[]') FROM session_updates
       WHERE tenant = $1 AND session_id = $3 AND n > (SELECT version FROM base)) AS updates,
    (${profileSql({ session: '$3', at: '$7::bigint' })}) AS profile,
    (SELECT json_build_object('segment', segment, 'mode', mode) FROM users WHERE tenant = $1 AND user_id = $2) AS placed,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'key', key, 'value', value, 'status', status, 'observedAtMs', observed_at_ms, 'inferred', source_type = 'inference')
              ORDER BY observed_at_ms, created_at_ms, id), '[]') FROM profile_facts
       WHERE tenant = $1 AND user_id = $2 AND (session_id = $3 OR session_id IS NULL) AND status IN ('candidate', 'asked')) AS candidates,
    (SELECT json_build_object('text', summary, 'until', summary_until) FROM session_notes
       WHERE tenant = $1 AND session_id = $3 AND space = ${ITS_SPACE}) AS summary,
    (SELECT coalesce(json_agg(json_build_object('id', turn_id, 'n', n, 'said', said, 'replied', replied, 'saidAtMs', said_at_ms) ORDER BY n), '[]')
       FROM session_rounds round WHERE tenant = $1 AND session_id = $3 AND said IS NOT NULL AND space = ANY (${SPACES})
       AND n > coalesce((SELECT summary_until FROM session_notes note WHERE note.tenant = $1 AND note.session_id = $3 AND note.space = ${ITS_SPACE}), 0)) AS rounds,
    (SELECT items FROM found) AS found,
    (${namedContactsSql(8)}) AS contacts,
    coalesce((SELECT max(epoch_ms) FROM erasures WHERE tenant = $1 AND user_id = $2), -1) >= $7::bigint AS erased`;

/** The user, his link and the binding of the session; for the first turn alone. $1 tenant, $2 user, $3 session, $4 now, $5 channel, $6 external id */
export const BIND_SESSION = `
  WITH known AS (INSERT INTO users (tenant, user_id, first_seen_ms) VALUES ($1, $2, $4) ON CONFLICT DO NOTHING),
  linked AS (INSERT INTO identity_links (tenant, channel, external_id, user_id, linked_at_ms)
    SELECT $1, $5, $6, $2, $4 WHERE $5::text IS NOT NULL ON CONFLICT DO NOTHING)
  INSERT INTO sessions (tenant, session_id, user_id, version, started_at_ms) VALUES ($1, $3, $2, 0, $4)`;

/**
 * The rows of a turn and its reply, if the session still is at the version that was decided upon.
 * $1 tenant, $2 user, $3 session, $4 turn, $5 command, $6 version before, $7 updates, $8 reply, $9 intents, $10 now, $11 said, $12 said at,
 * $13 the turn before, $14 its reply, $15 the reply's slots, $16 the summary of the rounds up to $17, whose texts it takes the place of, $18 space
 */
export const RECORD_TURN = `
  WITH updates AS (SELECT * FROM jsonb_to_recordset($7::jsonb) AS u(n integer, type text, origin text, undoes integer, operations jsonb)),
  moved AS (
    UPDATE sessions SET version = greatest(version, coalesce((SELECT max(n) FROM updates), 0))
    WHERE tenant = $1 AND session_id = $3 AND user_id = $2 AND version = $6 AND ended_at_ms IS NULL RETURNING 1),
  inserted AS (
    INSERT INTO session_updates (tenant, session_id, n, user_id, turn_id, type, origin, undoes, operations)
    SELECT $1, $3, n, $2, $4, type, origin, undoes, operations FROM updates),
  round AS (
    INSERT INTO session_rounds (tenant, session_id, turn_id, user_id, n, said, said_at_ms, space)
    SELECT $1, $3, $4, $2, 1 + coalesce((SELECT max(n) FROM session_rounds WHERE tenant = $1 AND session_id = $3), 0), $11, $12, coalesce($18::text, '')
    WHERE $11::text IS NOT NULL ON CONFLICT DO NOTHING),
  replied AS (
    UPDATE session_rounds SET replied = $14, slots = $15::jsonb
    WHERE tenant = $1 AND session_id = $3 AND turn_id = $13 AND replied IS NULL),
  summarised AS (
    INSERT INTO session_notes (tenant, session_id, user_id, summary, summary_until, space)
    SELECT $1, $3, $2, $16, $17, coalesce($18::text, '') WHERE $16::text IS NOT NULL
    ON CONFLICT (tenant, session_id, space) DO UPDATE SET summary = EXCLUDED.summary, summary_until = EXCLUDED.summary_until
    WHERE session_notes.summary_until < EXCLUDED.summary_until),
  recorded AS (
    INSERT INTO inbox (tenant, command_id, user_id, kind, session_id, turn_id, reply, intents, recorded_at_ms)
    VALUES ($1, $5, $2, 'assemble', $3, $4, $8::jsonb, $9::jsonb, $10))
  SELECT count(*)::integer AS moved FROM moved`;
