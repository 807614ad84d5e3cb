import type { Migration } from '@plinth/postgres';

/**
 * Appends to any number of sessions, each at most once, in one call; answers `n` and `outcome` of each.
 * Sessions are locked in the order of their keys, so that batches of several replicas cannot wait for each other in a circle. A rival that
 * has committed meanwhile is seen by the row's `seq` (ON CONFLICT reads its latest version), and then nothing of that session is written.
 * The plan is kept for the life of a connection, so it must not depend on how small the tables were when it was made: look-ups go by index.
 */
export const appendFunction: Migration = {
  id: 'orchestrator_0002_append',
  sql: `
CREATE FUNCTION append_events(heads json, rows json) RETURNS TABLE (n integer, outcome text) LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $append$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH a AS MATERIALIZED (
    SELECT * FROM json_to_recordset(heads) AS
      r(n integer, tenant text, session_id text, base integer, last integer, first_id uuid, user_key text, user_id text, wake_at_ms bigint)),
  dup AS MATERIALIZED (
    SELECT a.n FROM a WHERE (SELECT true FROM session_events x WHERE x.tenant = a.tenant AND x.event_id = a.first_id LIMIT 1)),
  won AS (
    INSERT INTO sessions AS s (tenant, session_id, seq, base_seq, user_key, user_id, wake_at_ms)
    SELECT a.tenant, a.session_id, a.last, a.base, a.user_key, a.user_id, a.wake_at_ms FROM a
    WHERE NOT EXISTS (SELECT 1 FROM dup WHERE dup.n = a.n)
      AND (a.base = 0 OR (SELECT true FROM sessions o WHERE o.tenant = a.tenant AND o.session_id = a.session_id LIMIT 1))
    ORDER BY a.tenant, a.session_id
    ON CONFLICT (tenant, session_id) DO UPDATE
      SET seq = excluded.seq, base_seq = excluded.base_seq, user_key = excluded.user_key, user_id = excluded.user_id,
          wake_at_ms = excluded.wake_at_ms, wakes = 0
      WHERE s.seq = excluded.base_seq
    RETURNING s.tenant, s.session_id),
  written AS (
    INSERT INTO session_events
      (tenant, session_id, seq, event_id, turn_id, type, at_ms, source, causation, request_id, trace, data, texts)
    SELECT a.tenant, a.session_id, e.seq, e.event_id, e.turn_id, e.type, e.at_ms, e.source, e.causation, e.request_id, e.trace, e.data, e.texts
    FROM json_to_recordset(rows) AS
      e(n integer, seq integer, event_id uuid, turn_id uuid, type text, at_ms bigint, source text, causation uuid, request_id text, trace text,
        data json, texts json)
    JOIN a USING (n) JOIN won ON won.tenant = a.tenant AND won.session_id = a.session_id)
  SELECT a.n, CASE WHEN dup.n IS NOT NULL THEN 'duplicate' WHEN won.session_id IS NOT NULL THEN 'appended' ELSE 'conflict' END AS outcome
  FROM a LEFT JOIN dup ON dup.n = a.n LEFT JOIN won ON won.tenant = a.tenant AND won.session_id = a.session_id;
END
$append$;`,
};
