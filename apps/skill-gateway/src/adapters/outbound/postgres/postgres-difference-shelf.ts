import type { TenantId } from '@plinth/kernel';
import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import {
  DifferenceShelf,
  SAMPLES_KEPT,
  type ComparedPair,
  type DifferenceSample,
} from '../../../ports/difference-shelf';

const KEEP = `
  INSERT INTO difference_samples (tenant, command_id, candidate, user_id, skill, baseline, at_ms, differences, left_off)
  SELECT tenant, "commandId", candidate, "userId", skill, baseline, "atMs", differences, "leftOff"
  FROM jsonb_to_recordset($1::jsonb) AS given (tenant text, "commandId" text, candidate text, "userId" text, skill text,
    baseline text, "atMs" bigint, differences jsonb, "leftOff" integer)
  WHERE NOT EXISTS (SELECT 1 FROM erasures
    WHERE erasures.tenant = given.tenant AND erasures.user_id = given."userId" AND erasures.up_to_ms >= given."atMs")
  ORDER BY tenant, "commandId", candidate
  ON CONFLICT (tenant, command_id, candidate) DO NOTHING`;

const TRIM = `
  DELETE FROM difference_samples USING (
    SELECT tenant, command_id, candidate,
      row_number() OVER (PARTITION BY tenant, skill, baseline, candidate ORDER BY at_ms DESC, command_id) AS place
    FROM difference_samples WHERE skill = ANY($1::text[])) AS ranked
  WHERE ranked.place > $2 AND difference_samples.tenant = ranked.tenant
    AND difference_samples.command_id = ranked.command_id AND difference_samples.candidate = ranked.candidate`;

const LATEST = `
  SELECT tenant, command_id AS "commandId", candidate, user_id AS "userId", skill, baseline, at_ms AS "atMs", differences,
    left_off AS "leftOff" FROM difference_samples
  WHERE tenant = $1 AND skill = $2 AND baseline = $3 AND candidate = $4 ORDER BY at_ms DESC, command_id LIMIT $5`;

/** The latest samples of each pair of versions, per tenant. */
export class PostgresDifferenceShelf extends DifferenceShelf {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async keep(samples: readonly DifferenceSample[]): Promise<void> {
    if (samples.length === 0) return;
    await this.database.transaction(async (tx) => {
      await tx.query(KEEP, [JSON.stringify(samples)]);
      await tx.query(TRIM, [[...new Set(samples.map(({ skill }) => skill))], SAMPLES_KEPT]);
    }, EVERY_TENANT);
  }

  latest(tenant: TenantId, pair: ComparedPair, limit: number): Promise<readonly DifferenceSample[]> {
    const { skill, baseline, candidate } = pair;
    return this.database.query<DifferenceSample>(LATEST, [tenant, skill, baseline, candidate, limit], { tenant });
  }

  async prune(beforeMs: number): Promise<void> {
    await this.database.query('DELETE FROM difference_samples WHERE at_ms < $1', [beforeMs], EVERY_TENANT);
  }
}
