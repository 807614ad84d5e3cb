import type { TenantId } from '@plinth/kernel';
import { Batcher, EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import type { Logger } from '@plinth/telemetry';
import { VerdictLog, type VerdictEntry } from '../../../ports/verdict-log';

const INSERT = `
  INSERT INTO verdicts (tenant, command_id, user_id, session, turn, round, outcome, partial, codes, policy_version, duration_ms, at)
  SELECT tenant, command, "userId", session, turn, round, outcome, partial, codes, "policyVersion", "durationMs", "atMs"
  FROM jsonb_to_recordset($1::jsonb) AS entry(
    tenant text, command text, "userId" text, session text, turn text, round integer, outcome text, partial boolean, codes text[],
    "policyVersion" text, "durationMs" double precision, "atMs" bigint)
  ON CONFLICT (tenant, command_id) DO NOTHING`;

/** Entries are written in batches behind the answers. One writer at a time, so that a slow store makes batches, not connections. */
export class PostgresVerdictLog extends VerdictLog {
  private readonly batcher: Batcher<VerdictEntry, undefined>;

  constructor(
    private readonly database: SqlDatabase,
    private readonly logger: Logger,
  ) {
    super();
    this.batcher = new Batcher({
      flush: (entries) => this.write(entries),
      maxBatch: 500,
      concurrency: 1,
      summary: () => 'INSERT verdicts',
    });
  }

  record(entry: VerdictEntry): void {
    this.batcher.add(entry).catch((error: unknown) => {
      this.logger.warn(
        { err: error, command: entry.command },
        'A verdict was not logged; the journal of its session has it',
      );
    });
  }

  async erase(tenant: TenantId, userIds: readonly string[]): Promise<number> {
    await this.drain();
    const rows = await this.database.query(
      'DELETE FROM verdicts WHERE tenant = $1 AND user_id = ANY($2::text[]) RETURNING 1',
      [tenant, userIds],
      { tenant },
    );
    return rows.length;
  }

  /** Resolves when everything recorded so far is written, or was given up with a warning. */
  drain(): Promise<void> {
    return this.batcher.drain();
  }

  private async write(entries: readonly VerdictEntry[]): Promise<undefined[]> {
    await this.database.query(INSERT, [JSON.stringify(entries)], EVERY_TENANT);
    return entries.map(() => undefined);
  }
}
