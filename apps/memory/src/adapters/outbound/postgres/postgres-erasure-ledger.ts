import type { ParkingStore } from '@plinth/bus';
import { SERVICE_NAMES, userKeyOf, type ServiceName } from '@plinth/contracts';
import { tenantId, userId, type TenantId, type UserId } from '@plinth/kernel';
import { enterScope, EVERY_TENANT, type SqlDatabase, type SqlExecutor } from '@plinth/postgres';
import {
  ErasureLedger,
  type ErasedPart,
  type Erasure,
  type ErasureAnswer,
  type OpenErasures,
  type RaisedSession,
  type Refused,
  type Searched,
  type Verified,
} from '../../../ports/erasure-ledger';
import { CLOCKS_APART_MS } from '../../../domain/items/stamp';
import { eraseRetained } from './erase-retained';
import { eraseUserRows } from './erase-user-rows';
import { CANONICAL, KEEP_IDENTITIES } from './identity-lock';
import { againWhenOvertaken } from './once';
import { searchAfterErasure } from './search-after-erasure';

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

/** Every id that a service may know the user by. $1 tenant, $2 user */
const LINKED = `
  SELECT channel, external_id FROM identity_links WHERE tenant = $1 AND user_id = $2 ORDER BY channel, external_id`;
const ALIASES = `
  SELECT alias FROM identity_aliases WHERE tenant = $1 AND user_id = $2
  UNION SELECT merged_user FROM identity_merges WHERE tenant = $1 AND user_id = $2 AND undone_at_ms IS NULL ORDER BY 1`;

/** The mark that nothing from before comes back under this id. $1 tenant, $2 erasure, $3 user, $4 its instant, $5 when what was kept first ends */
const MARK = `
  INSERT INTO erasures AS mark (tenant, erasure_id, user_id, user_ids, epoch_ms, sent_at_ms, completed, retained_until_ms)
  VALUES ($1, $2, $3, '{}', $4, $4, true, $5)
  ON CONFLICT (tenant, erasure_id, user_id) DO UPDATE SET retained_until_ms = EXCLUDED.retained_until_ms`;

/**
 * What was said before may bear a stamp of a clock that ran ahead: then a mark of its own reaches as far as the last stamp, since a
 * repetition of the request is told by nothing else. $1 tenant, $2 erasure, $3 user, $4 the instant of the erasure, $5 the last stamp
 */
const MARK_AHEAD = `
  INSERT INTO erasures AS mark (tenant, erasure_id, user_id, user_ids, epoch_ms, sent_at_ms, completed)
  SELECT $1, $2, $3, '{}', least($5::bigint, $4::bigint + ${CLOCKS_APART_MS}), $4, true WHERE $5::bigint > $4::bigint
  ON CONFLICT DO NOTHING`;

export class PostgresErasureLedger extends ErasureLedger {
  constructor(
    private readonly database: SqlDatabase,
    /** Parked commands of a session name no user: only memory knows whose they are. */
    private readonly parking: Pick<ParkingStore, 'erase'>,
  ) {
    super();
  }

  async request(tenant: TenantId, erasureId: string, asked: UserId, requestedAtMs: number): Promise<Erasure> {
    return this.database.transaction(
      async (tx) => {
        await tx.query(KEEP_IDENTITIES, [tenant]);
        const [merged] = await tx.query<{ user_id: string }>(CANONICAL, [tenant, asked]);
        const user = merged ? userId(merged.user_id) : asked;
        await enterScope(tx, { tenant, user });
        const links = await tx.query<{ channel: string; external_id: string }>(LINKED, [tenant, user]);
        const aliases = await tx.query<{ alias: string }>(ALIASES, [tenant, user]);
        const userIds = [...new Set([user, ...links.map(userKeyOf), ...aliases.map(({ alias }) => alias)])];
        await tx.query(
          `INSERT INTO erasures (tenant, erasure_id, user_id, user_ids, epoch_ms, sent_at_ms, completed) VALUES ($1, $2, $3, $4, $5, $5, false) ON CONFLICT DO NOTHING`,
          [tenant, erasureId, user, userIds, requestedAtMs],
        );
        return { tenant, erasureId, userId: user, userIds, requestedAtMs };
      },
      { tenant, user: asked },
    );
  }

  async erase(command: EraseCommand): ReturnType<ErasureLedger['erase']> {
    const { tenant, userIds } = command;
    const names = await this.database.query<{ session_id: string }>(
      'SELECT session_id FROM sessions WHERE tenant = $1 AND user_id = ANY ($2::text[])',
      [tenant, userIds],
      { tenant },
    );
    const parked = await this.parking.erase(tenant, { users: [], sessions: names.map((name) => name.session_id) });
    return againWhenOvertaken(() =>
      this.database.transaction((tx) => this.eraseIn(tx, command, { parked_session_messages: parked }), { tenant }),
    );
  }

  private async eraseIn(
    tx: SqlExecutor,
    { tenant, commandId, erasureId, userIds, epochMs }: EraseCommand,
    counts: Record<string, number>,
  ): ReturnType<ErasureLedger['erase']> {
    const [canonical = ''] = userIds;
    await tx.query(KEEP_IDENTITIES, [tenant]);
    await enterScope(tx, { tenant, user: canonical });
    const [recorded] = await tx.query<{ reply: ErasedPart }>(
      'SELECT reply FROM inbox WHERE tenant = $1 AND command_id = $2',
      [tenant, commandId],
    );
    if (recorded) return { ...recorded.reply, texts: [] };
    const [refused, sessions, texts]: [Refused[], RaisedSession[], string[]] = [[], [], []];
    for (const user of userIds) {
      const erased = await eraseUserRows(tx, { tenant, user, erasureId, epochMs });
      for (const [table, count] of Object.entries(erased.counts)) counts[table] = (counts[table] ?? 0) + count;
      refused.push(...erased.refused);
      sessions.push(...erased.sessions);
      texts.push(...erased.texts);
      await tx.query(MARK, [tenant, erasureId, user, epochMs, erased.firstEndMs]);
      await tx.query(MARK_AHEAD, [tenant, `${erasureId}:ahead`, user, epochMs, erased.lastStampMs]);
    }
    await enterScope(tx, { tenant, user: canonical });
    await tx.query(
      `INSERT INTO inbox (tenant, command_id, user_id, kind, reply, recorded_at_ms) VALUES ($1, $2, $3, 'erase', $4::jsonb, $5)`,
      [tenant, commandId, canonical, { counts, refused, sessions }, epochMs],
    );
    return { counts, refused, sessions, texts };
  }

  search(erased: Parameters<ErasureLedger['search']>[0]): Promise<readonly Searched[]> {
    return searchAfterErasure(this.database, erased);
  }

  async verify(tenant: TenantId, erasureId: string, verified: Verified): Promise<void> {
    await this.database.query(
      `UPDATE erasures SET verified = $3::jsonb WHERE tenant = $1 AND erasure_id = $2 AND user_ids <> '{}' AND verified IS NULL`,
      [tenant, erasureId, verified],
      { tenant },
    );
  }

  eraseRetained(nowMs: number, limit: number): Promise<number> {
    return eraseRetained(this.database, nowMs, limit);
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
    const [row] = await this.database.query<ErasureRow & { answers: AnswerRow[]; verified: Verified | null }>(
      `SELECT tenant, erasure_id, user_id, user_ids, epoch_ms, verified,
         (SELECT coalesce(json_agg(answer ORDER BY service), '[]') FROM erasure_answers answer WHERE tenant = $1 AND erasure_id = $2) AS answers
       FROM erasures WHERE tenant = $1 AND erasure_id = $2 AND user_ids <> '{}'`,
      [tenant, erasureId],
      { tenant },
    );
    if (!row) return undefined;
    const { answers, verified } = row;
    return { erasure: erasureOf(row), answers: answers.map(answerOf), ...(verified ? { verified } : {}) };
  }

  async open(): Promise<OpenErasures> {
    const [row] = await this.database.query<OpenErasures>(
      'SELECT count(*)::integer AS running, min(epoch_ms) AS "oldestMs" FROM erasures WHERE NOT completed',
      [],
      EVERY_TENANT,
    );
    return row ?? { running: 0, oldestMs: null };
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
