/** $1 tenant, $2 user, $3 command */
export const LOAD_WRITE = `
  SELECT
    (SELECT json_build_object('reply', reply) FROM inbox WHERE tenant = $1 AND user_id = $2 AND command_id = $3) AS recorded,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'key', key, 'value', value, 'observedAtMs', observed_at_ms)), '[]')
       FROM profile_facts WHERE tenant = $1 AND user_id = $2 AND status IN ('active', 'reference')) AS active,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'key', key, 'value', value, 'status', status, 'observedAtMs', observed_at_ms)
              ORDER BY observed_at_ms, created_at_ms, id), '[]') FROM profile_facts
       WHERE tenant = $1 AND user_id = $2 AND status IN ('candidate', 'asked')) AS candidates,
    (SELECT mode FROM users WHERE tenant = $1 AND user_id = $2) AS mode,
    coalesce((SELECT max(epoch_ms) FROM erasures WHERE tenant = $1 AND user_id = $2), -1) AS "erasedUntilMs"`;

/** First, so that a second delivery waits here; the user exists from now on. $1 tenant, $2 command, $3 user, $4 reply, $5 now */
export const RECORD_WRITE = `
  WITH known AS (INSERT INTO users (tenant, user_id, first_seen_ms) VALUES ($1, $3, $5) ON CONFLICT DO NOTHING)
  INSERT INTO inbox (tenant, command_id, user_id, kind, reply, recorded_at_ms) VALUES ($1, $2, $3, 'write', $4::jsonb, $5)`;
