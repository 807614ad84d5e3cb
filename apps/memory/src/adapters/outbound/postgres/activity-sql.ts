import type { Acted, TurnKey } from '../../../ports/turn-ledger';
import type { Statement } from './command-batches';

/** $1 tenant, $2 user, $3 session, $4 actions, $5 when */
const COUNT_ACTIONS = `
  INSERT INTO user_actions AS known (tenant, user_id, session_id, action, count, first_at_ms, last_at_ms)
  SELECT $1, $2, $3, action, count(*)::integer, $5, $5 FROM unnest($4::text[]) action GROUP BY action
  ON CONFLICT (tenant, user_id, session_id, action) DO UPDATE SET count = known.count + EXCLUDED.count,
    first_at_ms = least(known.first_at_ms, EXCLUDED.first_at_ms), last_at_ms = greatest(known.last_at_ms, EXCLUDED.last_at_ms)`;

/** What was said up to now has had its effect. $1 tenant, $2 user, $3 session, $4 the action, $5 when */
const FINISH_TASK = `
  INSERT INTO task_states AS task (tenant, user_id, session_id, done_at, done_by, updated_at_ms)
  SELECT $1, $2, $3, version, $4, $5 FROM sessions WHERE tenant = $1 AND session_id = $3 AND user_id = $2 AND ended_at_ms IS NULL
  ON CONFLICT (tenant, user_id, session_id) DO UPDATE SET done_at = EXCLUDED.done_at, done_by = EXCLUDED.done_by, slots = '{}',
    updated_at_ms = EXCLUDED.updated_at_ms`;

/** Once per command: they stand behind what records it. */
export function activityWrites({ actions, finishedBy }: Acted, key: TurnKey): Statement[] {
  const { tenant, userId, sessionId, saidAtMs } = key;
  const place = [tenant, userId, sessionId];
  return [
    ...(actions.length > 0 ? [[COUNT_ACTIONS, [...place, actions, saidAtMs]] as const] : []),
    ...(finishedBy === undefined ? [] : [[FINISH_TASK, [...place, finishedBy, saidAtMs]] as const]),
  ];
}

/** $1 tenant, $2 session, $3 user, $4 slots, $5 when */
export const KEEP_UNFINISHED = `
  INSERT INTO task_states (tenant, session_id, user_id, slots, updated_at_ms) VALUES ($1, $2, $3, $4::jsonb, $5)
  ON CONFLICT (tenant, user_id, session_id) DO UPDATE SET slots = EXCLUDED.slots, updated_at_ms = EXCLUDED.updated_at_ms`;
