import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import { ModelLedger, type ModelCall, type ModelText } from '../../../ports/turn-model';

/** How long an answer is kept for duplicates of its command: longer than the broker keeps messages. */
export const KEEP_ANSWERS_MS = 96 * 3_600_000;

/** The table `model_calls`: a lease while somebody asks, the answer afterwards. */
export class PostgresModelLedger extends ModelLedger {
  constructor(private readonly db: SqlDatabase) {
    super();
  }

  async lease(
    { tenant, session, command }: ModelCall,
    nowMs: number,
    leaseMs: number,
  ): Promise<ModelText | 'leased' | 'taken'> {
    const [leased] = await this.db.query(
      `INSERT INTO model_calls AS c (tenant, command_id, session_id, leased_until_ms) VALUES ($1, $2, $3, $4)
       ON CONFLICT (tenant, command_id) DO UPDATE SET leased_until_ms = excluded.leased_until_ms
       WHERE c.answer IS NULL AND c.leased_until_ms <= $5 RETURNING 1`,
      [tenant, command, session, nowMs + leaseMs, nowMs],
      { tenant },
    );
    if (leased) return 'leased';
    const [row] = await this.db.query<{ answer: ModelText | null }>(
      'SELECT answer FROM model_calls WHERE tenant = $1 AND command_id = $2',
      [tenant, command],
      { tenant },
    );
    return row?.answer ?? 'taken';
  }

  async record({ tenant, command }: ModelCall, answer: ModelText): Promise<void> {
    await this.db.query(
      'UPDATE model_calls SET answer = $3 WHERE tenant = $1 AND command_id = $2',
      [tenant, command, answer],
      { tenant },
    );
  }

  async release({ tenant, command }: ModelCall): Promise<void> {
    await this.db.query(
      'UPDATE model_calls SET leased_until_ms = 0 WHERE tenant = $1 AND command_id = $2',
      [tenant, command],
      { tenant },
    );
  }

  /** Removes what no duplicate can ask for any more; answers how many. */
  async purge(nowMs: number): Promise<number> {
    const rows = await this.db.query(
      'DELETE FROM model_calls WHERE leased_until_ms < $1 RETURNING 1',
      [nowMs - KEEP_ANSWERS_MS],
      EVERY_TENANT,
    );
    return rows.length;
  }
}
