import type { SessionId, TenantId, UserId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import type { Activity, FrequentAction } from '../../../domain/recall/activity';
import { unfinishedTask } from '../../../domain/session-state/unfinished-task';
import { ActivityBook } from '../../../ports/activity-book';
import { updateOf, type UpdateRow } from './rows';
import { updateJson } from './search-sql';

interface TaskRow {
  readonly sessionId: string;
  readonly atMs: number;
  readonly doneAt: number;
  /** As the session left them when it ended; null while it goes on. */
  readonly slots: Readonly<Record<string, string>> | null;
  readonly updates: readonly UpdateRow[];
}

/** $1 tenant, $2 user, $3 the session that is left out; of others the latest. */
const ACTIVITY = `
  SELECT (SELECT coalesce(json_agg(counted ORDER BY count DESC, "lastAtMs" DESC, action), '[]') FROM (
      SELECT action, sum(count)::integer AS count, max(last_at_ms) AS "lastAtMs" FROM user_actions
      WHERE tenant = $1 AND user_id = $2 GROUP BY action ORDER BY count DESC, "lastAtMs" DESC, action LIMIT 20) counted) AS actions,
    (SELECT coalesce(json_agg(task ORDER BY "atMs" DESC, "sessionId"), '[]') FROM (
      SELECT session.session_id AS "sessionId", coalesce(known.updated_at_ms, session.started_at_ms) AS "atMs", coalesce(known.done_at, 0) AS "doneAt",
        CASE WHEN session.ended_at_ms IS NOT NULL THEN coalesce(known.slots, '{}') END AS slots,
        (SELECT coalesce(json_agg(${updateJson} ORDER BY n), '[]') FROM session_updates said
         WHERE said.tenant = $1 AND said.session_id = session.session_id) AS updates
      FROM sessions session LEFT JOIN task_states known ON known.tenant = $1 AND known.user_id = $2 AND known.session_id = session.session_id
      WHERE session.tenant = $1 AND session.user_id = $2 AND session.session_id IS DISTINCT FROM $3::text
      ORDER BY session.started_at_ms DESC LIMIT 20) task) AS tasks`;

export class PostgresActivityBook extends ActivityBook {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async activityOf(tenant: TenantId, userId: UserId, except?: SessionId): Promise<Activity> {
    const [row] = await this.database.query<{ actions: readonly FrequentAction[]; tasks: readonly TaskRow[] }>(
      ACTIVITY,
      [tenant, userId, except ?? null],
      { tenant, user: userId },
    );
    const tasks = (row?.tasks ?? []).map(({ sessionId, atMs, doneAt, slots, updates }) => ({
      ...{ sessionId, atMs },
      slots: slots ?? Object.fromEntries(unfinishedTask(updates.map(updateOf), doneAt)),
    }));
    return { actions: row?.actions ?? [], tasks: tasks.filter(({ slots }) => Object.keys(slots).length > 0) };
  }
}
