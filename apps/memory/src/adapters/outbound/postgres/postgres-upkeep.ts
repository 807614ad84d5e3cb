import { tenantId, type TenantId } from '@plinth/kernel';
import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import { Upkeep } from '../../../ports/upkeep';

const PURGE = `
  WITH replies AS (DELETE FROM inbox WHERE ctid IN (SELECT ctid FROM inbox WHERE recorded_at_ms < $1 LIMIT $3) RETURNING 1),
  past AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS p(tenant text, "beforeMs" bigint)),
  candidates AS (DELETE FROM profile_facts WHERE ctid IN (SELECT fact.ctid FROM profile_facts fact JOIN past USING (tenant)
    WHERE status IN ('candidate', 'asked') AND observed_at_ms <= "beforeMs" LIMIT $3) RETURNING 1)
  SELECT (SELECT count(*)::integer FROM replies) AS replies, (SELECT count(*)::integer FROM candidates) AS candidates`;

const WAITING = `SELECT DISTINCT tenant FROM profile_facts WHERE status IN ('candidate', 'asked')`;

export class PostgresUpkeep extends Upkeep {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async tenantsWaiting(): Promise<readonly TenantId[]> {
    const rows = await this.database.query<{ tenant: string }>(WAITING, [], EVERY_TENANT);
    return rows.map(({ tenant }) => tenantId(tenant));
  }

  async purge(
    recordedBeforeMs: number,
    declaredBefore: Parameters<Upkeep['purge']>[1],
    limit: number,
  ): Promise<{ replies: number; candidates: number }> {
    const [row] = await this.database.query<{ replies: number; candidates: number }>(
      PURGE,
      [recordedBeforeMs, JSON.stringify(declaredBefore), limit],
      EVERY_TENANT,
    );
    return row ?? { replies: 0, candidates: 0 };
  }
}
