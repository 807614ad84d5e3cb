import { randomUUID } from 'node:crypto';
import type { MessageId, TenantId } from '@plinth/kernel';
import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import { statusOf, type SkillReply } from '../../../domain/outcome/skill-reply';
import {
  InvocationLedger,
  type Due,
  type Found,
  type Invocation,
  type LeaseTerms,
  type LedgerLease,
  type Opened,
} from '../../../ports/invocation-ledger';
import { BY_INDEX } from './by-index';
import { COLUMNS, invocationOf, leaseOf, NOW_MS, type InvocationRow } from './invocation-row';

const TAKEABLE = `invocations.status = 'started' AND invocations.lease_until_ms <= ${NOW_MS}`;

/** Inserts, or takes over a lease that has ended, or changes nothing: whichever it is, the row comes back, locked by the statement. */
const PLACE = `
  WITH user_was AS (
    SELECT EXISTS (SELECT 1 FROM erasures WHERE tenant = $1 AND user_id = $10 AND up_to_ms >= $17::bigint) AS erased)
  INSERT INTO invocations (tenant, command_id, session_id, turn_id, request_id, trace, skill, version, lane, user_id, erased,
    input, reply, status, code, due, lease_token, lease_until_ms, opened_at_ms, direct)
  SELECT $1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, erased,
    CASE WHEN erased THEN NULL ELSE $11::jsonb END, CASE WHEN erased THEN NULL ELSE $12::jsonb END,
    $13::text, $14, $13::text = 'started', $15, ${NOW_MS} + $16::bigint, ${NOW_MS}, $18::boolean FROM user_was
  ON CONFLICT (tenant, command_id) DO UPDATE SET
    lease_token = CASE WHEN ${TAKEABLE} THEN excluded.lease_token ELSE invocations.lease_token END,
    lease_until_ms = CASE WHEN ${TAKEABLE} THEN ${NOW_MS} + $16::bigint ELSE invocations.lease_until_ms END,
    takes = invocations.takes + CASE WHEN ${TAKEABLE} THEN 1 ELSE 0 END
  RETURNING ${COLUMNS}`;

const FIND = `SELECT ${COLUMNS} FROM invocations WHERE tenant = $1 AND command_id = $2`;

const SETTLE = `
  WITH settled AS (
    UPDATE invocations SET status = $4, code = $5, due = $6, reply = CASE WHEN erased THEN NULL ELSE $7::jsonb END,
      settled_at_ms = ${NOW_MS}
    WHERE tenant = $1 AND command_id = $2 AND lease_token = $3 AND status = 'started' RETURNING 1)
  SELECT EXISTS (SELECT 1 FROM settled) OR EXISTS (
    SELECT 1 FROM invocations WHERE tenant = $1 AND command_id = $2 AND lease_token = $3 AND status <> 'started') AS kept`;

const TAKE_DUE = `
  UPDATE invocations SET lease_token = gen_random_uuid()::text, lease_until_ms = ${NOW_MS} + $2::bigint, takes = takes + 1
  WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM invocations WHERE due AND lease_until_ms <= ${NOW_MS}
    ORDER BY lease_until_ms LIMIT $1 FOR UPDATE SKIP LOCKED))
  RETURNING ${COLUMNS}`;

const RENEW = `
  UPDATE invocations SET lease_until_ms = ${NOW_MS} + $4::bigint
  FROM unnest($1::text[], $2::text[], $3::text[]) AS held (tenant, command_id, token)
  WHERE invocations.tenant = held.tenant AND invocations.command_id = held.command_id AND lease_token = held.token AND due`;

const REMEMBER_ERASURE = `
  INSERT INTO erasures (tenant, user_id, up_to_ms) SELECT $1, unnest($2::text[]), $3::bigint
  ON CONFLICT (tenant, user_id) DO UPDATE SET up_to_ms = greatest(erasures.up_to_ms, excluded.up_to_ms)`;

const EMPTY = `
  UPDATE invocations SET input = NULL, reply = NULL, erased = true
  WHERE tenant = $1 AND user_id = ANY($2::text[]) AND NOT erased RETURNING 1`;

/** One row a command; every step of it is one statement, so that none can be done by half. */
export class PostgresInvocationLedger extends InvocationLedger {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  open(invocation: Invocation, terms: LeaseTerms): Promise<Opened> {
    return this.place(invocation, undefined, terms);
  }

  refuse(invocation: Invocation, reply: SkillReply, terms: LeaseTerms): Promise<Opened> {
    return this.place(invocation, reply, terms);
  }

  async find(tenant: TenantId, commandId: MessageId): Promise<Found | undefined> {
    const [row] = await this.database.query<InvocationRow>(FIND, [tenant, commandId], { tenant });
    return row && foundOf(row);
  }

  async settle(lease: LedgerLease, reply: SkillReply, answerLater: boolean): Promise<boolean> {
    const { tenant, commandId, token } = lease;
    const values = [tenant, commandId, token, statusOf(reply), codeOf(reply), answerLater, reply];
    const [row] = await this.database.query<{ kept: boolean }>(SETTLE, values, { tenant });
    return row?.kept ?? false;
  }

  async answered({ tenant, commandId, token }: LedgerLease): Promise<void> {
    await this.database.query(
      'UPDATE invocations SET due = false WHERE tenant = $1 AND command_id = $2 AND lease_token = $3',
      [tenant, commandId, token],
      { tenant },
    );
  }

  async renew(leases: readonly LedgerLease[], leaseMs: number): Promise<void> {
    const columns = [
      leases.map(({ tenant }) => tenant),
      leases.map(({ commandId }) => commandId),
      leases.map(({ token }) => token),
    ];
    await this.database.transaction(async (tx) => {
      await tx.query(BY_INDEX);
      await tx.query(RENEW, [...columns, leaseMs]);
    }, EVERY_TENANT);
  }

  async takeDue(limit: number, leaseMs: number): Promise<readonly Due[]> {
    const rows = await this.database.transaction(async (tx) => {
      await tx.query(BY_INDEX);
      return tx.query<InvocationRow>(TAKE_DUE, [limit, leaseMs]);
    }, EVERY_TENANT);
    return rows.map((row) => {
      const taken = { lease: leaseOf(row), invocation: invocationOf(row) };
      return row.status === 'started'
        ? { kind: 'taken_over', ...taken, takes: row.takes }
        : { kind: 'unanswered', ...taken, reply: row.reply ?? undefined };
    });
  }

  /** The lock waits for commands that are being kept at this moment, and lets later ones see the erasure: none slips between. */
  async erase(tenant: TenantId, userIds: readonly string[], upToMs: number): Promise<number> {
    const users = [...new Set(userIds)].sort();
    return this.database.transaction(
      async (tx) => {
        await tx.query(REMEMBER_ERASURE, [tenant, users, upToMs]);
        await tx.query('LOCK TABLE invocations IN SHARE ROW EXCLUSIVE MODE');
        const emptied = await tx.query(EMPTY, [tenant, users]);
        return emptied.length;
      },
      { tenant },
    );
  }

  private async place(invocation: Invocation, reply: SkillReply | undefined, terms: LeaseTerms): Promise<Opened> {
    const { origin, skill, version, lane, userId, input } = invocation;
    const { tenant } = origin;
    const token = randomUUID();
    const outcome = reply ? [statusOf(reply), codeOf(reply)] : ['started', ''];
    const values = [
      ...[tenant, origin.commandId, origin.session, origin.turn, origin.request, origin.trace],
      ...[skill, version, lane, userId, input, reply, ...outcome, token, terms.leaseMs, terms.madeAtMs],
      origin.direct ?? false,
    ];
    const [row] = await this.database.query<InvocationRow>(PLACE, values, { tenant });
    if (!row) throw new Error('the ledger gave no row for a command');
    if (row.lease_token !== token) return foundOf(row);
    const taken = { lease: leaseOf(row), invocation: invocationOf(row) };
    return row.takes === 1 ? { kind: 'opened', ...taken } : { kind: 'taken_over', ...taken, takes: row.takes };
  }
}

function foundOf(row: InvocationRow): Found {
  if (row.status === 'started') return { kind: 'busy', invocation: invocationOf(row) };
  return { kind: 'recorded', invocation: invocationOf(row), reply: row.reply ?? undefined };
}

const codeOf = (reply: SkillReply): string => (reply.kind === 'failed' ? reply.data.error.code : '');
