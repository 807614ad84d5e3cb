import type { TenantId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import { ObservationErasure } from '../../../ports/observation-erasure';

/** Outcomes go with the calls that they are about: by themselves they name no user. */
const OUTCOMES = `
  DELETE FROM call_outcomes USING served_calls
  WHERE call_outcomes.tenant = $1 AND served_calls.tenant = $1 AND served_calls.user_id = ANY($2::text[])
    AND (call_id = command_id OR (call_id = '' AND call_outcomes.turn_id = served_calls.turn_id
      AND call_outcomes.session_id = served_calls.session_id))
  RETURNING 1`;

const TABLES = ['served_calls', 'difference_samples', 'recorded_calls', 'replay_differences'] as const;

/**
 * Rests on the erasure having been noted before, in a transaction of its own: the lock waits for what is being written at this moment,
 * and lets later writers see the note.
 */
export class PostgresObservationErasure extends ObservationErasure {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async erase(tenant: TenantId, userIds: readonly string[]): Promise<Readonly<Record<string, number>>> {
    const users = [...new Set(userIds)].sort();
    return this.database.transaction(
      async (tx) => {
        await tx.query(`LOCK TABLE ${TABLES.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
        const counts: Record<string, number> = { call_outcomes: (await tx.query(OUTCOMES, [tenant, users])).length };
        for (const table of TABLES) {
          const gone = await tx.query(
            `DELETE FROM ${table} WHERE tenant = $1 AND user_id = ANY($2::text[]) RETURNING 1`,
            [tenant, users],
          );
          counts[table] = gone.length;
        }
        return counts;
      },
      { tenant },
    );
  }
}
