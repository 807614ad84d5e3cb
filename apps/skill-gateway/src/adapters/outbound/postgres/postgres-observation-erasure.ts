import type { TenantId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import { ObservationErasure } from '../../../ports/observation-erasure';
import { BY_INDEX } from './by-index';

const SERVED = `
  SELECT command_id, coalesce(session_id, '') AS session_id, coalesce(turn_id, '') AS turn_id FROM served_calls
  WHERE tenant = $1 AND user_id = ANY($2::text[])`;

/** Outcomes go with the calls that they are about: by themselves they name no user. */
const OUTCOMES_OF_CALLS = `DELETE FROM call_outcomes WHERE tenant = $1 AND call_id = ANY($2::text[]) RETURNING 1`;

const OUTCOMES_OF_TURNS = `
  DELETE FROM call_outcomes USING unnest($2::text[], $3::text[]) AS served (session, turn)
  WHERE tenant = $1 AND call_id = '' AND session_id = served.session AND turn_id = served.turn RETURNING 1`;

interface ServedRow {
  readonly command_id: string;
  readonly session_id: string;
  readonly turn_id: string;
}

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
        await tx.query(BY_INDEX);
        await tx.query(`LOCK TABLE ${TABLES.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
        const served = await tx.query<ServedRow>(SERVED, [tenant, users]);
        const ofCalls = await tx.query(OUTCOMES_OF_CALLS, [tenant, served.map(({ command_id }) => command_id)]);
        const turns = [served.map(({ session_id }) => session_id), served.map(({ turn_id }) => turn_id)];
        const ofTurns = await tx.query(OUTCOMES_OF_TURNS, [tenant, ...turns]);
        const counts: Record<string, number> = { call_outcomes: ofCalls.length + ofTurns.length };
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
