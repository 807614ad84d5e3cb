/**
 * What a turn has used: it fades by the use, unless it is stable or lasting, and its days of use go on while the gap is short.
 * $1 tenant, $2 user, $3 ids, $4 now, $5 factor of a use, $6 lasting kinds, $7 days of the longest gap
 */
export const COUNT_HITS = `
  WITH facts AS (
    UPDATE profile_facts fact SET hits = hits + 1, last_accessed_at_ms = $4,
      status = CASE WHEN status = 'reference' AND NOT EXISTS (SELECT FROM profile_facts other WHERE other.tenant = $1 AND other.user_id = $2
        AND other.key = fact.key AND other.status = 'active') THEN 'active' ELSE status END
    WHERE tenant = $1 AND user_id = $2 AND id = ANY ($3::text[]) AND status IN ('active', 'reference'))
  UPDATE memory_items SET hits = hits + 1, last_accessed_at_ms = $4,
    decay_factor = CASE WHEN stable OR kind = ANY ($6::text[]) THEN decay_factor ELSE decay_factor * $5::real END,
    hit_days = CASE WHEN hit_days > 0 AND $4::bigint / 86400000 - last_accessed_at_ms / 86400000 <= $7::integer
      THEN hit_days + greatest(0, $4::bigint / 86400000 - last_accessed_at_ms / 86400000)::integer ELSE 1 END
  WHERE tenant = $1 AND user_id = $2 AND id = ANY ($3::text[])`;

/** What was for reference and is used after all is shown again, and matters more; what is only ever quoted is not. $3 ids, $4 now, $5 more important by, $6 trusted sources */
export const RESTORE_USED = `
  UPDATE memory_items SET status = 'active', importance = least(1, importance + $5::real), updated_at_ms = $4, version = version + 1
  WHERE tenant = $1 AND user_id = $2 AND id = ANY ($3::text[]) AND status = 'reference' AND source_type = ANY ($6::text[])`;

/** $3 samples, $4 now */
export const WRITE_SAMPLES = `
  INSERT INTO extraction_samples (tenant, user_id, id, said, key, wrong, value, corrected_at_ms)
  SELECT $1, $2, id, said, key, wrong, value, $4 FROM jsonb_to_recordset($3::jsonb) AS r(id text, said text, key text, wrong text, value text)
  ON CONFLICT DO NOTHING`;

/** $3 item, $4 turn, $5 useful, $6 now */
export const NOTE_FEEDBACK = `
  INSERT INTO item_feedback (tenant, user_id, item_id, turn_id, useful, given_at_ms) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING 1`;

/** $3 item, $4 now */
export const COUNT_USEFUL = `UPDATE memory_items SET hits = hits + 1, last_accessed_at_ms = $4 WHERE tenant = $1 AND user_id = $2 AND id = $3`;
