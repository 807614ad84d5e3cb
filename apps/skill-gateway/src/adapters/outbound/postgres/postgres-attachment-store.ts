import { messageId, tenantId, type TenantId } from '@plinth/kernel';
import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import { AttachmentStore, type KeptResult } from '../../../ports/attachment-store';

interface AttachmentRow {
  readonly tenant: string;
  readonly id: string;
  readonly command_id: string;
  readonly user_id: string;
  readonly skill: string;
  readonly version: string;
  readonly content: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly stored_at_ms: number;
}

const COLUMNS = 'tenant, id, command_id, user_id, skill, version, content, bytes, sha256, stored_at_ms';

const KEEP = `
  INSERT INTO attachments (${COLUMNS})
  SELECT $1, $2, $3, $4, $5, $6, $7, $8::integer, $9, $10::bigint
  WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE tenant = $1 AND user_id = $4 AND up_to_ms >= $11::bigint)
    AND NOT EXISTS (SELECT 1 FROM invocations WHERE tenant = $1 AND command_id = $3 AND erased)
  ON CONFLICT (tenant, id) DO UPDATE SET
    command_id = excluded.command_id, user_id = excluded.user_id, skill = excluded.skill, version = excluded.version,
    content = excluded.content, bytes = excluded.bytes, sha256 = excluded.sha256, stored_at_ms = excluded.stored_at_ms
  RETURNING 1`;

const DELETE_OLD = `
  DELETE FROM attachments WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM attachments WHERE stored_at_ms < $1::bigint ORDER BY stored_at_ms LIMIT $2))
  RETURNING 1`;

/** One row a result. */
export class PostgresAttachmentStore extends AttachmentStore {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async keep(kept: KeptResult, madeAtMs: number): Promise<boolean> {
    const { tenant, id, commandId, userId, skill, version, content, bytes, sha256, storedAtMs } = kept;
    const values = [tenant, id, commandId, userId, skill, version, content, bytes, sha256, storedAtMs, madeAtMs];
    const rows = await this.database.query(KEEP, values, { tenant });
    return rows.length > 0;
  }

  async find(tenant: TenantId, id: string): Promise<KeptResult | undefined> {
    const text = `SELECT ${COLUMNS} FROM attachments WHERE tenant = $1 AND id = $2`;
    const [row] = await this.database.query<AttachmentRow>(text, [tenant, id], { tenant });
    return row && keptOf(row);
  }

  /** The lock waits for what is being kept at this moment, and lets later ones see the erasure: none slips between. */
  async erase(tenant: TenantId, userIds: readonly string[]): Promise<number> {
    return this.database.transaction(
      async (tx) => {
        await tx.query('LOCK TABLE attachments IN SHARE ROW EXCLUSIVE MODE');
        const text = 'DELETE FROM attachments WHERE tenant = $1 AND user_id = ANY($2::text[]) RETURNING 1';
        const deleted = await tx.query(text, [tenant, [...userIds]]);
        return deleted.length;
      },
      { tenant },
    );
  }

  async deleteKeptBefore(beforeMs: number, limit: number): Promise<number> {
    return this.database.transaction(
      async (tx) => (await tx.query(DELETE_OLD, [beforeMs, limit])).length,
      EVERY_TENANT,
    );
  }
}

function keptOf(row: AttachmentRow): KeptResult {
  const { id, skill, version, content, bytes, sha256 } = row;
  return {
    ...{ id, skill, version, content, bytes, sha256, userId: row.user_id, storedAtMs: row.stored_at_ms },
    tenant: tenantId(row.tenant),
    commandId: messageId(row.command_id),
  };
}
