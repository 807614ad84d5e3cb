import type { ParkingStore } from '@plinth/bus';
import { SERVICE_NAMES, userKeyOf, type ServiceName } from '@plinth/contracts';
import { sessionId, tenantId, userId, type TenantId, type UserId } from '@plinth/kernel';
import { enterScope, EVERY_TENANT, type SqlDatabase, type SqlExecutor } from '@plinth/postgres';
import { ErasureLedger, type Erasure, type ErasureAnswer } from '../../../ports/erasure-ledger';
import type { SessionName } from '../../../ports/session-book';
import { againWhenOvertaken } from './once';

type EraseCommand = Parameters<ErasureLedger['erase']>[0];
interface ErasureRow {
  readonly tenant: string;
  readonly erasure_id: string;
  readonly user_id: string;
  readonly user_ids: readonly string[];
  readonly epoch_ms: number;
}
type AnswerRow = {
  service: ServiceName;
  counts: Record<string, number>;
  refused: ErasureAnswer['refused'];
  answered_at_ms: number;
};

/** Deleted row by row; sessions keep their ids, so that they stay bound and their version never counts again. */
const DELETED = [
  'inbox',
  'item_terms',
  'item_vectors',
  'embedding_queue',
  'memory_items',
  'session_rounds',
  'session_notes',
  'preference_signals',
  'item_feedback',
  'extraction_samples',
  'contacts',
  'shared_terms',
  'shared_vectors',
  'shared_items',
  'profile_facts',
  'change_log',
  'identity_links',
  'users',
] as const;

const CLEAR_SESSIONS = `
  WITH mine AS (SELECT session_id FROM sessions WHERE tenant = $1 AND user_id = $2 FOR UPDATE),
  gone AS (DELETE FROM session_updates WHERE tenant = $1 AND user_id = $2 RETURNING 1),
  raised AS (UPDATE sessions SET version = version + 1 WHERE tenant = $1 AND session_id IN (SELECT session_id FROM mine) AND ended_at_ms IS NULL
    RETURNING session_id, version),
  cleared AS (INSERT INTO session_updates (tenant, session_id, n, user_id, turn_id, type) SELECT $1, session_id, version, $2, $3, 'clear' FROM raised)
  SELECT count(*)::integer AS count FROM gone`;

export class PostgresErasureLedger extends ErasureLedger {
  constructor(
    private readonly database: SqlDatabase,
    /** Parked commands of a session name no user: only memory knows whose they are. */
    private readonly parking: Pick<ParkingStore, 'erase'>,
  ) {
    super();
  }

  async request(tenant: TenantId, erasureId: string, user: UserId, requestedAtMs: number): Promise<Erasure> {
    return this.database.transaction(
      async (tx) => {
        const links = await tx.query<{ channel: string; external_id: string }>(
          `SELECT channel, external_id FROM identity_links WHERE tenant = $1 AND user_id = $2 ORDER BY channel, external_id`,
          [tenant, user],
        );
        const userIds = [...new Set([user, ...links.map(userKeyOf)])];
        await tx.query(
          `INSERT INTO erasures (tenant, erasure_id, user_id, user_ids, epoch_ms, sent_at_ms, completed) VALUES ($1, $2, $3, $4, $5, $5, false) ON CONFLICT DO NOTHING`,
          [tenant, erasureId, user, userIds, requestedAtMs],
        );
        return { tenant, erasureId, userId: user, userIds, requestedAtMs };
      },
      { tenant, user },
    );
  }

  async erase(command: EraseCommand): ReturnType<ErasureLedger['erase']> {
    const { tenant, userIds } = command;
    const sessions = await this.sessionsOf(tenant, userIds);
    const parked = await this.parking.erase(tenant, { users: [], sessions: sessions.map(({ sessionId: id }) => id) });
    const counts = await againWhenOvertaken(() =>
      this.database.transaction((tx) => this.eraseIn(tx, command, { parked_session_messages: parked }), { tenant }),
    );
    return { counts, sessions };
  }

  private async eraseIn(
    tx: SqlExecutor,
    { tenant, commandId, erasureId, userIds, epochMs }: EraseCommand,
    counts: Record<string, number>,
  ): Promise<Record<string, number>> {
    const [canonical = ''] = userIds;
    await enterScope(tx, { tenant, user: canonical });
    const [recorded] = await tx.query<{ reply: Record<string, number> }>(
      'SELECT reply FROM inbox WHERE tenant = $1 AND command_id = $2',
      [tenant, commandId],
    );
    if (recorded) return recorded.reply;
    for (const user of userIds) {
      await enterScope(tx, { tenant, user });
      for (const [table, count] of await this.deleteRows(tx, tenant, user, erasureId))
        counts[table] = (counts[table] ?? 0) + count;
      await tx.query(
        `INSERT INTO erasures (tenant, erasure_id, user_id, user_ids, epoch_ms, sent_at_ms, completed) VALUES ($1, $2, $3, '{}', $4, $4, true) ON CONFLICT DO NOTHING`,
        [tenant, erasureId, user, epochMs],
      );
    }
    await enterScope(tx, { tenant, user: canonical });
    await tx.query(
      `INSERT INTO inbox (tenant, command_id, user_id, kind, reply, recorded_at_ms) VALUES ($1, $2, $3, 'erase', $4::jsonb, $5)`,
      [tenant, commandId, canonical, counts, epochMs],
    );
    return counts;
  }

  private async deleteRows(
    tx: SqlExecutor,
    tenant: TenantId,
    user: string,
    erasureId: string,
  ): Promise<[string, number][]> {
    const [cleared] = await tx.query<{ count: number }>(CLEAR_SESSIONS, [tenant, user, `erasure:${erasureId}`]);
    const deleted: [string, number][] = [['session_updates', cleared?.count ?? 0]];
    for (const table of DELETED) {
      const [row] = await tx.query<{ count: number }>(
        `WITH gone AS (DELETE FROM ${table} WHERE tenant = $1 AND user_id = $2 RETURNING 1) SELECT count(*)::integer AS count FROM gone`,
        [tenant, user],
      );
      deleted.push([table, row?.count ?? 0]);
    }
    return deleted;
  }

  private async sessionsOf(tenant: TenantId, userIds: readonly string[]): Promise<SessionName[]> {
    const rows = await this.database.query<{ session_id: string; user_id: string }>(
      'SELECT session_id, user_id FROM sessions WHERE tenant = $1 AND user_id = ANY ($2::text[])',
      [tenant, userIds],
      { tenant },
    );
    return rows.map((row) => ({ tenant, userId: userId(row.user_id), sessionId: sessionId(row.session_id) }));
  }

  async record(
    tenant: TenantId,
    erasureId: string,
    { service, counts, refused, answeredAtMs }: ErasureAnswer,
  ): Promise<void> {
    await this.database.transaction(
      async (tx) => {
        await tx.query(
          `INSERT INTO erasure_answers (tenant, erasure_id, service, counts, refused, answered_at_ms) VALUES ($1, $2, $3, $4::jsonb, $5::jsonb, $6) ON CONFLICT DO NOTHING`,
          [tenant, erasureId, service, counts, JSON.stringify(refused), answeredAtMs],
        );
        await tx.query(
          `UPDATE erasures SET completed = true WHERE tenant = $1 AND erasure_id = $2
             AND (SELECT count(*) FROM erasure_answers WHERE tenant = $1 AND erasure_id = $2) >= $3`,
          [tenant, erasureId, SERVICE_NAMES.length],
        );
      },
      { tenant },
    );
  }

  async find(tenant: TenantId, erasureId: string): ReturnType<ErasureLedger['find']> {
    const [row] = await this.database.query<ErasureRow & { answers: AnswerRow[] }>(
      `SELECT tenant, erasure_id, user_id, user_ids, epoch_ms,
         (SELECT coalesce(json_agg(answer ORDER BY service), '[]') FROM erasure_answers answer WHERE tenant = $1 AND erasure_id = $2) AS answers
       FROM erasures WHERE tenant = $1 AND erasure_id = $2 AND user_ids <> '{}'`,
      [tenant, erasureId],
      { tenant },
    );
    return row && { erasure: erasureOf(row), answers: row.answers.map(answerOf) };
  }

  async claimUnanswered(
    sentBeforeMs: number,
    nowMs: number,
    limit: number,
  ): ReturnType<ErasureLedger['claimUnanswered']> {
    const rows = await this.database.query<ErasureRow & { answered: ServiceName[] }>(
      `UPDATE erasures SET sent_at_ms = $2 WHERE (tenant, erasure_id, user_id) IN (
         SELECT tenant, erasure_id, user_id FROM erasures WHERE NOT completed AND sent_at_ms < $1 ORDER BY sent_at_ms LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING tenant, erasure_id, user_id, user_ids, epoch_ms, ARRAY(
         SELECT service FROM erasure_answers answer WHERE answer.tenant = erasures.tenant AND answer.erasure_id = erasures.erasure_id) AS answered`,
      [sentBeforeMs, nowMs, limit],
      EVERY_TENANT,
    );
    return rows.map((row) => ({ erasure: erasureOf(row), answered: row.answered }));
  }
}

function erasureOf(row: ErasureRow): Erasure {
  return {
    tenant: tenantId(row.tenant),
    erasureId: row.erasure_id,
    userId: userId(row.user_id),
    userIds: row.user_ids,
    requestedAtMs: row.epoch_ms,
  };
}

function answerOf(row: AnswerRow): ErasureAnswer {
  return { service: row.service, counts: row.counts, refused: row.refused, answeredAtMs: row.answered_at_ms };
}
