import type { TenantId } from '@plinth/kernel';
import { enterScope, type SqlExecutor } from '@plinth/postgres';
import type { Refused, RaisedSession } from '../../../ports/erasure-ledger';
import { ERASED_TABLES } from './erased-tables';

/** A turn under way ends first, and none writes until the erasure is through. */
const LOCK_SESSIONS =
  'SELECT session_id FROM sessions WHERE tenant = $1 AND user_id = $2 ORDER BY session_id FOR UPDATE';

/**
 * What an erasure before has cleared, and nobody has used since, is left as it is. $1 tenant, $2 user, $3 the turn of the update. Answers
 * the sessions with the version that no older copy reaches.
 */
const CLEAR_SESSIONS = `
  WITH mine AS (SELECT session_id, version, ended_at_ms FROM sessions WHERE tenant = $1 AND user_id = $2),
  raised AS (UPDATE sessions session SET version = version + 1 WHERE tenant = $1
    AND session_id IN (SELECT session_id FROM mine WHERE ended_at_ms IS NULL)
    AND NOT EXISTS (SELECT FROM session_updates u WHERE u.tenant = $1 AND u.session_id = session.session_id AND u.n = session.version)
    RETURNING session_id, version),
  cleared AS (INSERT INTO session_updates (tenant, session_id, n, user_id, turn_id, type) SELECT $1, session_id, version, $2, $3, 'clear' FROM raised)
  SELECT mine.session_id AS "sessionId", $2 AS "userId", coalesce(raised.version, mine.version) AS version FROM mine LEFT JOIN raised USING (session_id)`;

/** What is kept leaves the indexes: nothing finds it any more until its time is over. $1 tenant, $2 user, $3 the instant of the erasure */
const ERASE_ITEMS = `
  WITH gone AS (DELETE FROM memory_items WHERE tenant = $1 AND user_id = $2 AND coalesce(retained_until_ms, 0) <= $3 RETURNING 1),
  kept AS (UPDATE memory_items SET status = 'archived' WHERE tenant = $1 AND user_id = $2 AND retained_until_ms > $3
    RETURNING source_channel, retained_by, retained_until_ms),
  refused AS (SELECT coalesce(source_channel, '') AS channel, coalesce(retained_by, 'retention') AS rule, count(*) AS items,
    max(retained_until_ms) AS until FROM kept GROUP BY 1, 2)
  SELECT (SELECT count(*) FROM gone)::integer AS gone, (SELECT min(retained_until_ms) FROM kept) AS "firstEndMs",
    (SELECT coalesce(json_agg(refused ORDER BY channel, rule), '[]') FROM refused) AS refused`;

/** Some texts of the user, by which a search afterwards looks for copies. $1 tenant, $2 user, $3 how many of each kind */
const SAMPLE = `
  SELECT text FROM (
    (SELECT content AS text FROM memory_items WHERE tenant = $1 AND user_id = $2 AND retained_until_ms IS NULL ORDER BY created_at_ms DESC LIMIT $3)
    UNION (SELECT value FROM profile_facts WHERE tenant = $1 AND user_id = $2 ORDER BY created_at_ms DESC LIMIT $3)
    UNION (SELECT said FROM session_rounds WHERE tenant = $1 AND user_id = $2 ORDER BY said_at_ms DESC LIMIT $3)) texts
  WHERE length(text) >= 4`;
const SAMPLED = 20;

/** When the last was said of what goes, by the clocks of those who said it. $1 tenant, $2 user */
const LAST_STAMP = `
  SELECT greatest((SELECT max(observed_at_ms) FROM memory_items WHERE tenant = $1 AND user_id = $2),
    (SELECT max(observed_at_ms) FROM profile_facts WHERE tenant = $1 AND user_id = $2),
    (SELECT max(said_at_ms) FROM session_rounds WHERE tenant = $1 AND user_id = $2),
    (SELECT max(last_seen_ms) FROM preference_signals WHERE tenant = $1 AND user_id = $2)) AS "stampMs"`;

export interface ErasedRows {
  readonly counts: Readonly<Record<string, number>>;
  readonly refused: readonly Refused[];
  readonly sessions: readonly RaisedSession[];
  readonly texts: readonly string[];
  readonly firstEndMs: number | null;
  /** When the last of it was said, by the clock of who said it. */
  readonly lastStampMs: number | null;
}

interface ItemsRow {
  readonly gone: number;
  readonly firstEndMs: number | null;
  readonly refused: readonly { channel: string; rule: string; items: number; until: number }[];
}

/** Deletes what one user has in every table, in the scope of that user. */
export async function eraseUserRows(
  tx: SqlExecutor,
  erasure: { readonly tenant: TenantId; readonly user: string; readonly erasureId: string; readonly epochMs: number },
): Promise<ErasedRows> {
  const { tenant, user, erasureId, epochMs } = erasure;
  await enterScope(tx, { tenant, user });
  await tx.query(LOCK_SESSIONS, [tenant, user]);
  const sampled = await tx.query<{ text: string }>(SAMPLE, [tenant, user, SAMPLED]);
  const [last] = await tx.query<{ stampMs: number | null }>(LAST_STAMP, [tenant, user]);
  const counts: Record<string, number> = {};
  for (const { table, where, kept } of ERASED_TABLES) {
    if (kept) await enterScope(tx, { tenant, user, curator: true });
    const [row] = await tx.query<{ count: number }>(
      `WITH gone AS (DELETE FROM ${table} WHERE ${where} RETURNING 1) SELECT count(*)::integer AS count FROM gone`,
      [tenant, user],
    );
    if (kept) await enterScope(tx, { tenant, user });
    counts[table] = row?.count ?? 0;
  }
  const [items] = await tx.query<ItemsRow>(ERASE_ITEMS, [tenant, user, epochMs]);
  const sessions = await tx.query<RaisedSession>(CLEAR_SESSIONS, [tenant, user, `erasure:${erasureId}`]);
  return {
    counts: { ...counts, memory_items: items?.gone ?? 0 },
    refused: (items?.refused ?? []).map(({ channel, rule, items: kept, until }) => ({
      what: `memory_items: ${kept} of source channel \`${channel}\``,
      rule,
      until: new Date(until).toISOString(),
    })),
    sessions,
    texts: sampled.map(({ text }) => text),
    firstEndMs: items?.firstEndMs ?? null,
    lastStampMs: last?.stampMs ?? null,
  };
}
