import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import { Upkeep } from '../../../ports/upkeep';

const PURGE = `
  WITH replies AS (DELETE FROM inbox WHERE ctid IN (SELECT ctid FROM inbox WHERE recorded_at_ms < $1 LIMIT $3) RETURNING 1),
  candidates AS (DELETE FROM profile_facts WHERE ctid IN (SELECT ctid FROM profile_facts
    WHERE status IN ('candidate', 'asked') AND observed_at_ms < $2 LIMIT $3) RETURNING 1)
  SELECT (SELECT count(*)::integer FROM replies) AS replies, (SELECT count(*)::integer FROM candidates) AS candidates`;

export class PostgresUpkeep extends Upkeep {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async purge(
    recordedBeforeMs: number,
    declaredBeforeMs: number,
    limit: number,
  ): Promise<{ replies: number; candidates: number }> {
    const [row] = await this.database.query<{ replies: number; candidates: number }>(
      PURGE,
      [recordedBeforeMs, declaredBeforeMs, limit],
      EVERY_TENANT,
    );
    return row ?? { replies: 0, candidates: 0 };
  }
}
