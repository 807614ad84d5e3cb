import { turnId, userId, type SessionId, type TenantId, type UserId } from '@plinth/kernel';
import { intoScopeOf, type SqlDatabase } from '@plinth/postgres';
import type { Round } from '../../../domain/summary/round';
import {
  SessionBook,
  type Greeting,
  type SessionHistory,
  type SessionName,
  type SessionStanding,
} from '../../../ports/session-book';
import type { AnsweredTurn } from '../../../ports/turn-ledger';
import { KEEP_UNFINISHED } from './activity-sql';
import { isErased } from './erased-sessions';
import { updateOf, type UpdateRow } from './rows';
import { updateJson } from './search-sql';

/** The history that follows it in the transaction is its owner's. $1 tenant, $2 session */
const OWNER = `SELECT user_id, ${intoScopeOf('user_id')} FROM sessions WHERE tenant = $1 AND session_id = $2`;
const UPDATES = `
  SELECT (SELECT coalesce(json_agg(${updateJson} ORDER BY n), '[]') FROM session_updates WHERE tenant = $1 AND session_id = $2) AS updates,
    (SELECT ${isErased('session')} FROM sessions session WHERE tenant = $1 AND session_id = $2) AS erased`;

/** $1 tenant, $2 session, $3 user, $4 space, null for every one */
const STANDING = `
  SELECT session.user_id AS owner, last.turn_id AS "turnId", last.replied, last.slots, erased."untilMs" AS "erasedUntilMs"
  FROM (SELECT coalesce(max(epoch_ms), -1) AS "untilMs" FROM erasures WHERE tenant = $1 AND user_id = $3) erased
  LEFT JOIN sessions session ON session.tenant = $1 AND session.session_id = $2
  LEFT JOIN LATERAL (
    SELECT turn_id, replied, slots FROM session_rounds
    WHERE tenant = $1 AND session_id = $2 AND ($4::text IS NULL OR space IN ('', $4)) ORDER BY n DESC LIMIT 1) last ON true`;

/** $1 tenant, $2 session, $3 user, $4 at */
const OPEN_SESSION = `
  WITH known AS (INSERT INTO users (tenant, user_id, first_seen_ms) VALUES ($1, $3, $4) ON CONFLICT DO NOTHING)
  INSERT INTO sessions (tenant, session_id, user_id, version, started_at_ms) VALUES ($1, $2, $3, 0, $4) ON CONFLICT DO NOTHING`;
const LOCK_SESSION = `
  SELECT ended_at_ms IS NOT NULL AS ended,
    EXISTS (SELECT FROM erasures WHERE tenant = $1 AND user_id = $3 AND epoch_ms >= $4::bigint) AS erased
  FROM sessions WHERE tenant = $1 AND session_id = $2 AND user_id = $3 FOR UPDATE`;
/** A round in which the user has said nothing, and none if its agent has one already; whether what stands is this very greeting. */
const GREET = `
  WITH greeted AS (
    INSERT INTO session_rounds (tenant, session_id, turn_id, user_id, n, replied, slots, said_at_ms, space)
    SELECT $1, $2, $4, $3, 1 + coalesce((SELECT max(n) FROM session_rounds WHERE tenant = $1 AND session_id = $2), 0), $5, $6::jsonb, $7, $8
    WHERE NOT EXISTS (
      SELECT FROM session_rounds WHERE tenant = $1 AND session_id = $2 AND ($8::text = '' OR space IN ('', $8)))
    RETURNING 1)
  SELECT EXISTS (SELECT FROM greeted) OR EXISTS (
    SELECT FROM session_rounds WHERE tenant = $1 AND session_id = $2 AND turn_id = $4 AND replied = $5) AS stands`;

interface StandingRow {
  readonly owner: string | null;
  readonly erasedUntilMs: number;
  readonly turnId: string | null;
  readonly replied: string | null;
  readonly slots: AnsweredTurn['slots'] | null;
}

export class PostgresSessionBook extends SessionBook {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async ownerOf(tenant: TenantId, sessionId: SessionId): Promise<UserId | undefined> {
    const [row] = await this.database.query<{ user_id: string }>(
      'SELECT user_id FROM sessions WHERE tenant = $1 AND session_id = $2',
      [tenant, sessionId],
      { tenant },
    );
    return row && userId(row.user_id);
  }

  async historyOf(tenant: TenantId, sessionId: SessionId): Promise<SessionHistory | undefined> {
    const named = [tenant, sessionId];
    const [[session], [history]] = await this.database.transaction(
      (tx) =>
        Promise.all([
          tx.query<{ user_id: string }>(OWNER, named),
          tx.query<{ updates: UpdateRow[]; erased: boolean | null }>(UPDATES, named),
        ]),
      { tenant },
    );
    if (!session || history?.erased) return undefined;
    return { owner: userId(session.user_id), updates: (history?.updates ?? []).map(updateOf) };
  }

  async roundsOf({ tenant, userId: user, sessionId }: SessionName): Promise<readonly Round[]> {
    const rows = await this.database.query<{ turn_id: string; said: string; replied: string | null; at: number }>(
      `SELECT turn_id, said, replied, said_at_ms::double precision AS at FROM session_rounds
       WHERE tenant = $1 AND session_id = $2 AND said IS NOT NULL ORDER BY n`,
      [tenant, sessionId],
      { tenant, user },
    );
    return rows.map(({ turn_id: id, said, replied, at }) => ({
      id,
      said,
      ...(replied === null ? {} : { replied }),
      saidAtMs: at,
    }));
  }

  async standingOf({ tenant, userId: user, sessionId }: SessionName, space?: string): Promise<SessionStanding> {
    const values = [tenant, sessionId, user, space];
    const [row] = await this.database.query<StandingRow>(STANDING, values, { tenant, user });
    const { owner, turnId: id, replied, slots, erasedUntilMs = -1 } = row ?? {};
    if (!owner) return { erasedUntilMs };
    if (!id) return { owner: userId(owner), erasedUntilMs };
    const answered =
      typeof replied === 'string' ? { answered: { turnId: id, reply: replied, slots: slots ?? {} } } : {};
    return { owner: userId(owner), erasedUntilMs, last: { turnId: turnId(id), ...answered } };
  }

  async answerRound(
    { tenant, userId: user, sessionId }: SessionName,
    { turnId: id, reply, slots }: AnsweredTurn,
  ): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE session_rounds SET replied = coalesce(replied, $4), slots = coalesce(slots, $5::jsonb)
       WHERE tenant = $1 AND session_id = $2 AND turn_id = $3 RETURNING 1`,
      [tenant, sessionId, id, reply, JSON.stringify(slots)],
      { tenant, user },
    );
    return rows.length > 0;
  }

  greet(
    { tenant, userId: user, sessionId }: SessionName,
    { turnId: id, reply, slots, saidAtMs, space = '' }: Greeting,
  ): ReturnType<SessionBook['greet']> {
    return this.database.transaction(
      async (tx) => {
        await tx.query(OPEN_SESSION, [tenant, sessionId, user, saidAtMs]);
        const [open] = await tx.query<{ ended: boolean; erased: boolean }>(LOCK_SESSION, [
          ...[tenant, sessionId, user],
          saidAtMs,
        ]);
        if (open?.erased) return 'erased';
        if (!open || open.ended) return 'ended';
        const said = [id, reply, JSON.stringify(slots), saidAtMs, space];
        const [greeting] = await tx.query<{ stands: boolean }>(GREET, [tenant, sessionId, user, ...said]);
        return greeting?.stands ? 'greeted' : 'late';
      },
      { tenant, user },
    );
  }

  async end(
    { tenant, userId: user, sessionId }: SessionName,
    endedAtMs: number,
    unfinished: Parameters<SessionBook['end']>[2],
  ): Promise<number> {
    return this.database.transaction(
      async (tx) => {
        const [closed] = await tx.query<{ removed: number | null }>(
          'SELECT removed FROM sessions WHERE tenant = $1 AND session_id = $2 AND user_id = $3 FOR UPDATE',
          [tenant, sessionId, user],
        );
        if (!closed || closed.removed !== null) return closed?.removed ?? 0;
        const [said] = await tx.query<{ updates: UpdateRow[]; doneAt: number }>(
          `SELECT coalesce(json_agg(${updateJson} ORDER BY n), '[]') AS updates,
             coalesce((SELECT done_at FROM task_states WHERE tenant = $1 AND session_id = $2 AND user_id = $3), 0) AS "doneAt"
           FROM session_updates WHERE tenant = $1 AND session_id = $2`,
          [tenant, sessionId, user],
        );
        const left = said ? unfinished(said.updates.map(updateOf), said.doneAt) : new Map<string, string>();
        if (left.size > 0)
          await tx.query(KEEP_UNFINISHED, [
            tenant,
            sessionId,
            user,
            JSON.stringify(Object.fromEntries(left)),
            endedAtMs,
          ]);
        const [row] = await tx.query<{ removed: number }>(
          `WITH updates AS (DELETE FROM session_updates WHERE tenant = $1 AND session_id = $2 AND user_id = $3 RETURNING 1),
           rounds AS (DELETE FROM session_rounds WHERE tenant = $1 AND session_id = $2 AND user_id = $3 RETURNING 1),
           notes AS (DELETE FROM session_notes WHERE tenant = $1 AND session_id = $2 AND user_id = $3),
           candidates AS (DELETE FROM profile_facts WHERE tenant = $1 AND session_id = $2 AND user_id = $3
             AND status IN ('candidate', 'asked', 'refused', 'expired') RETURNING 1)
           SELECT ((SELECT count(*) FROM updates) + (SELECT count(*) FROM rounds) + (SELECT count(*) FROM candidates))::integer AS removed`,
          [tenant, sessionId, user],
        );
        await tx.query(
          'UPDATE sessions SET ended_at_ms = $4, removed = $5 WHERE tenant = $1 AND session_id = $2 AND user_id = $3',
          [tenant, sessionId, user, endedAtMs, row?.removed ?? 0],
        );
        return row?.removed ?? 0;
      },
      { tenant, user },
    );
  }
}
