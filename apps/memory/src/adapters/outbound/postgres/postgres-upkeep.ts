import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import { Upkeep } from '../../../ports/upkeep';

/** One folder at a time: a second one finds the lock taken and leaves. An erased or deprecated item keeps its share of the statistics. */
const FOLD = `
  WITH mine AS (SELECT pg_try_advisory_xact_lock(hashtextextended('plinth.memory.fold_terms', 0)) AS locked),
  taken AS (DELETE FROM term_deltas WHERE (SELECT locked FROM mine)
    AND seq IN (SELECT seq FROM term_deltas ORDER BY seq LIMIT $1) RETURNING tenant, length, dimensions),
  terms AS (
    INSERT INTO term_stats AS stats (tenant, dimension, items)
    SELECT tenant, dimension, count(*) FROM taken CROSS JOIN LATERAL unnest(dimensions) AS dimension GROUP BY 1, 2
    ON CONFLICT (tenant, dimension) DO UPDATE SET items = stats.items + EXCLUDED.items),
  tenants AS (
    INSERT INTO tenant_stats AS stats (tenant, items, total_length)
    SELECT tenant, count(*), sum(length) FROM taken GROUP BY 1
    ON CONFLICT (tenant) DO UPDATE SET items = stats.items + EXCLUDED.items, total_length = stats.total_length + EXCLUDED.total_length)
  SELECT count(*)::integer AS folded FROM taken`;

const PURGE = `
  WITH replies AS (DELETE FROM inbox WHERE ctid IN (SELECT ctid FROM inbox WHERE recorded_at_ms < $1 LIMIT $3) RETURNING 1),
  candidates AS (DELETE FROM profile_facts WHERE ctid IN (SELECT ctid FROM profile_facts
    WHERE status IN ('candidate', 'asked') AND observed_at_ms < $2 LIMIT $3) RETURNING 1)
  SELECT (SELECT count(*)::integer FROM replies) AS replies, (SELECT count(*)::integer FROM candidates) AS candidates`;

export class PostgresUpkeep extends Upkeep {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async foldTerms(limit: number): Promise<number> {
    const [row] = await this.database.query<{ folded: number }>(FOLD, [limit], EVERY_TENANT);
    return row?.folded ?? 0;
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
