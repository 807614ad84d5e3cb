import { FIELD_KEY } from '../../../domain/signals/shown-preference';
import type { NotedSignals, TurnKey } from '../../../ports/turn-ledger';
import type { Statement } from './command-batches';

const shownNow = (row: string): string =>
  `EXISTS (SELECT FROM jsonb_array_elements(turn.intents) signal WHERE signal->>'type' = 'signal' AND ${row})`;

/**
 * What is known of the preferences that `turn.intents` show something of; null, and nothing is read, where they show nothing.
 * $1 tenant, $2 user
 */
export const LEARNING = `CASE WHEN turn.intents @> '[{"type": "signal"}]' THEN json_build_object(
      'mode', (SELECT mode FROM users WHERE tenant = $1 AND user_id = $2),
      'shown', (SELECT coalesce(json_agg(json_build_object('key', key, 'value', value, 'sessionId', session_id, 'count', count,
          'lastSeenMs', last_seen_ms, 'proposedAtMs', proposed_at_ms)), '[]') FROM preference_signals shown WHERE tenant = $1 AND user_id = $2
        AND ${shownNow(`signal->>'key' = shown.key AND (shown.key <> '${FIELD_KEY}' OR signal->>'value' = shown.value)`)}),
      'inferredKeys', (SELECT coalesce(json_agg(key), '[]') FROM profile_facts WHERE tenant = $1 AND user_id = $2
        AND status IN ('active', 'reference') AND source_type = 'inference'),
      'refused', (SELECT coalesce(json_agg(json_build_object('key', key, 'value', value, 'atMs', updated_at_ms)), '[]') FROM profile_facts ended
        WHERE tenant = $1 AND user_id = $2 AND (status = 'refused' OR (status = 'deprecated' AND source_type <> 'inference'))
        AND ${shownNow(`signal->>'key' = regexp_replace(ended.key, '/[0-9]+$', '')`)})) END`;

/** A turn counts once. $1 tenant, $2 user, $3 session, $4 turn, $5 said at, $6 signals, $7 keep from */
const WRITE_SIGNALS = `
  WITH old AS (DELETE FROM preference_signals WHERE tenant = $1 AND user_id = $2 AND session_id <> $3 AND last_seen_ms < $7)
  INSERT INTO preference_signals AS shown (tenant, user_id, key, value, session_id, count, last_seen_ms, turn_id)
  SELECT $1, $2, key, value, $3, 1, $5, $4 FROM jsonb_to_recordset($6::jsonb) AS r(key text, value text)
  ON CONFLICT (tenant, user_id, key, value, session_id) DO UPDATE SET count = least(shown.count + 1, 1000),
    last_seen_ms = greatest(shown.last_seen_ms, EXCLUDED.last_seen_ms), turn_id = EXCLUDED.turn_id
  WHERE shown.turn_id IS DISTINCT FROM EXCLUDED.turn_id`;

/** $1 tenant, $2 user, $3 key, $4 value, $5 when */
const MARK_PROPOSED = `
  UPDATE preference_signals SET proposed_at_ms = $5 WHERE tenant = $1 AND user_id = $2 AND key = $3 AND value = $4`;

export function signalWrites({ noted, proposed, keepFromMs }: NotedSignals, key: TurnKey): Statement[] {
  const { tenant, userId, sessionId, turnId, saidAtMs } = key;
  const writes: Statement[] = [
    [WRITE_SIGNALS, [tenant, userId, sessionId, turnId, saidAtMs, JSON.stringify(noted), keepFromMs]],
  ];
  if (proposed) writes.push([MARK_PROPOSED, [tenant, userId, proposed.key, proposed.value, saidAtMs]]);
  return writes;
}
