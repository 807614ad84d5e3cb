import { enterScope, EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';

interface Due {
  readonly tenant: string;
  readonly erasure_id: string;
  readonly user_id: string;
  readonly epoch_ms: number;
}

const DUE = `
  SELECT tenant, erasure_id, user_id, epoch_ms FROM erasures WHERE retained_until_ms <= $1 ORDER BY retained_until_ms LIMIT $2`;

/** $1 tenant, $2 user, $3 the instant of the erasure, $4 now */
const ERASE = `
  WITH gone AS (DELETE FROM memory_items WHERE tenant = $1 AND user_id = $2 AND status = 'archived' AND created_at_ms <= $3 AND retained_until_ms <= $4
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`;

/** $1 tenant, $2 user, $3 the instant of the erasure, $4 now, $5 erasure */
const NEXT_END = `
  UPDATE erasures SET retained_until_ms = (SELECT min(retained_until_ms) FROM memory_items
    WHERE tenant = $1 AND user_id = $2 AND status = 'archived' AND created_at_ms <= $3 AND retained_until_ms > $4)
  WHERE tenant = $1 AND user_id = $2 AND erasure_id = $5`;

/** What a retention rule kept from an erasure goes when its time is over; each user in a scope of its own, and twice does no harm. */
export async function eraseRetained(database: SqlDatabase, nowMs: number, limit: number): Promise<number> {
  let erased = 0;
  for (const due of await database.query<Due>(DUE, [nowMs, limit], EVERY_TENANT)) {
    const { tenant, user_id: user, epoch_ms: epochMs, erasure_id: erasureId } = due;
    erased += await database.transaction(async (tx) => {
      await enterScope(tx, { tenant, user });
      const [row] = await tx.query<{ count: number }>(ERASE, [tenant, user, epochMs, nowMs]);
      await tx.query(NEXT_END, [tenant, user, epochMs, nowMs, erasureId]);
      return row?.count ?? 0;
    });
  }
  return erased;
}
