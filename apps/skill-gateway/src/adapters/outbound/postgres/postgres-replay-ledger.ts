import { randomUUID } from 'node:crypto';
import { tenantId, type TenantId } from '@plinth/kernel';
import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import {
  REPLAY_DIFFERENCES_KEPT,
  ReplayLedger,
  type LeasedReplay,
  type Replay,
  type ReplayDifference,
  type ReplayProgress,
  type ReplayRequest,
  type ReplayStatus,
} from '../../../ports/replay-ledger';
import { NOW_MS } from './invocation-row';

const OPEN = `
  INSERT INTO replays (tenant, id, skill, candidate, since_ms, asked_at_ms, turns, status, same, different, failed, skipped,
    lease_token, lease_until_ms)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'running', 0, 0, 0, 0, '', 0) ON CONFLICT (tenant, id) DO NOTHING`;

const TAKE = `
  UPDATE replays SET lease_token = $1, lease_until_ms = ${NOW_MS} + $2::bigint
  WHERE ctid = (SELECT ctid FROM replays WHERE status = 'running' AND lease_until_ms <= ${NOW_MS}
    ORDER BY lease_until_ms LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING *`;

const ADVANCE = `
  UPDATE replays SET same = $4, different = $5, failed = $6, skipped = $7, after_ms = $8, after_id = $9, status = $10, reason = $11,
    lease_until_ms = ${NOW_MS} + $12::bigint, ended_at_ms = CASE WHEN $10 = 'running' THEN NULL ELSE ${NOW_MS} END
  WHERE tenant = $1 AND id = $2 AND lease_token = $3 AND status = 'running' RETURNING 1`;

/** None of a user who was erased since the replay was asked for. */
const KEEP_FOUND = `
  INSERT INTO replay_differences (tenant, replay_id, command_id, user_id, version, differences, left_off)
  SELECT $1, $2, "commandId", "userId", version, differences, "leftOff"
  FROM jsonb_to_recordset($3::jsonb) AS given ("commandId" text, "userId" text, version text, differences jsonb, "leftOff" integer)
  WHERE NOT EXISTS (SELECT 1 FROM erasures
    WHERE erasures.tenant = $1 AND erasures.user_id = given."userId" AND erasures.up_to_ms >= $5::bigint)
  LIMIT greatest(0, $4::int - (SELECT count(*) FROM replay_differences WHERE tenant = $1 AND replay_id = $2)::int)
  ON CONFLICT (tenant, replay_id, command_id) DO NOTHING`;

const DIFFERENCES = `
  SELECT command_id AS "commandId", user_id AS "userId", version, differences, left_off AS "leftOff" FROM replay_differences
  WHERE tenant = $1 AND replay_id = $2 ORDER BY command_id`;

interface Row {
  readonly tenant: string;
  readonly id: string;
  readonly skill: string;
  readonly candidate: string;
  readonly since_ms: number;
  readonly asked_at_ms: number;
  readonly turns: readonly string[] | null;
  readonly status: ReplayStatus;
  readonly reason: string | null;
  readonly same: number;
  readonly different: number;
  readonly failed: number;
  readonly skipped: number;
  readonly after_ms: number | null;
  readonly after_id: string | null;
  readonly lease_token: string;
  readonly ended_at_ms: number | null;
}

/** One row a replay; a step of it is one transaction. */
export class PostgresReplayLedger extends ReplayLedger {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async open({ tenant, id, skill, candidate, sinceMs, askedAtMs, turns }: ReplayRequest): Promise<void> {
    const values = [tenant, id, skill, candidate, sinceMs, askedAtMs, turns ?? null];
    await this.database.query(OPEN, values, { tenant });
  }

  async find(tenant: TenantId, id: string): Promise<Replay | undefined> {
    const rows = await this.database.query<Row>('SELECT * FROM replays WHERE tenant = $1 AND id = $2', [tenant, id], {
      tenant,
    });
    return rows.map(replayOf)[0];
  }

  differences(tenant: TenantId, id: string): Promise<readonly ReplayDifference[]> {
    return this.database.query<ReplayDifference>(DIFFERENCES, [tenant, id], { tenant });
  }

  async take(leaseMs: number): Promise<LeasedReplay | undefined> {
    const rows = await this.database.query<Row>(TAKE, [randomUUID(), leaseMs], EVERY_TENANT);
    return rows.map((row) => ({
      replay: replayOf(row),
      after: row.after_ms === null ? undefined : { atMs: row.after_ms, commandId: row.after_id ?? '' },
      token: row.lease_token,
    }))[0];
  }

  async advance({ replay, token }: LeasedReplay, progress: ReplayProgress, leaseMs: number): Promise<boolean> {
    const { tenant, id } = replay;
    const { counts, after, found, status, reason } = progress;
    const { same, different, failed, skipped } = counts;
    const place = [after?.atMs ?? null, after?.commandId ?? null];
    return this.database.transaction(
      async (tx) => {
        const values = [tenant, id, token, same, different, failed, skipped, ...place, status, reason ?? null, leaseMs];
        const moved = await tx.query(ADVANCE, values);
        if (moved.length === 0) return false;
        if (found.length > 0)
          await tx.query(KEEP_FOUND, [tenant, id, JSON.stringify(found), REPLAY_DIFFERENCES_KEPT, replay.askedAtMs]);
        return true;
      },
      { tenant },
    );
  }

  async prune(beforeMs: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query(
        `DELETE FROM replay_differences USING replays
         WHERE replays.tenant = replay_differences.tenant AND replays.id = replay_id AND replays.asked_at_ms < $1`,
        [beforeMs],
      );
      await tx.query('DELETE FROM replays WHERE asked_at_ms < $1', [beforeMs]);
    }, EVERY_TENANT);
  }
}

function replayOf(row: Row): Replay {
  const { same, different, failed, skipped } = row;
  return {
    tenant: tenantId(row.tenant),
    id: row.id,
    skill: row.skill,
    candidate: row.candidate,
    sinceMs: row.since_ms,
    askedAtMs: row.asked_at_ms,
    turns: row.turns ?? undefined,
    status: row.status,
    counts: { same, different, failed, skipped },
    reason: row.reason ?? undefined,
    endedAtMs: row.ended_at_ms ?? undefined,
  };
}
