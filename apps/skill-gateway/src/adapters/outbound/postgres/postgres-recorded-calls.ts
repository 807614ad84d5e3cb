import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import { RecordedCalls, type Place, type RecordedCall, type Selection } from '../../../ports/recorded-calls';
import { BY_INDEX } from './by-index';

const KEEP = `
  INSERT INTO recorded_calls (tenant, command_id, session_id, turn_id, user_id, skill, version, at_ms, input, reply)
  SELECT tenant, "commandId", session, turn, "userId", skill, version, "atMs", input, reply
  FROM jsonb_to_recordset($1::jsonb) AS given (tenant text, "commandId" text, session text, turn text, "userId" text, skill text,
    version text, "atMs" bigint, input jsonb, reply jsonb)
  WHERE NOT EXISTS (SELECT 1 FROM erasures
    WHERE erasures.tenant = given.tenant AND erasures.user_id = given."userId" AND erasures.up_to_ms >= given."atMs")
  ORDER BY tenant, "commandId"
  ON CONFLICT (tenant, command_id) DO NOTHING`;

/** What read was recorded; what acted is in the ledger. Each command is in one of the two. */
const PAGE = `
  SELECT tenant, command_id AS "commandId", session_id AS session, turn_id AS turn, user_id AS "userId", skill, version,
    at_ms AS "atMs", input, reply
  FROM (
    SELECT tenant, command_id, session_id, turn_id, user_id, skill, version, at_ms, input, reply FROM recorded_calls
    UNION ALL
    SELECT tenant, command_id, session_id, turn_id, user_id, skill, version, opened_at_ms, input, reply FROM invocations
    WHERE status = 'succeeded' AND input IS NOT NULL AND reply IS NOT NULL AND version IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM recorded_calls WHERE recorded_calls.tenant = invocations.tenant
        AND recorded_calls.command_id = invocations.command_id)) AS calls
  WHERE tenant = $1 AND skill = $2 AND at_ms >= $3 AND at_ms <= $4 AND ($5::text[] IS NULL OR turn_id = ANY($5::text[]))
    AND (at_ms, command_id) > ($6::bigint, $7::text)
  ORDER BY at_ms, command_id LIMIT $8`;

type Row = Omit<RecordedCall, 'session' | 'turn'> & { readonly session: string | null; readonly turn: string | null };

/** Recordings of what reads, and the ledger's rows of what acts. */
export class PostgresRecordedCalls extends RecordedCalls {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async keep(calls: readonly RecordedCall[]): Promise<void> {
    if (calls.length > 0) await this.database.query(KEEP, [JSON.stringify(calls)], EVERY_TENANT);
  }

  async page(selection: Selection, after: Place | undefined, limit: number): Promise<readonly RecordedCall[]> {
    const { tenant, skill, sinceMs, untilMs, turns } = selection;
    const values = [tenant, skill, sinceMs, untilMs, turns ?? null, after?.atMs ?? 0, after?.commandId ?? '', limit];
    const rows = await this.database.transaction(
      async (tx) => {
        await tx.query(BY_INDEX);
        return tx.query<Row>(PAGE, values);
      },
      { tenant },
    );
    return rows.map((row) => ({ ...row, session: row.session ?? undefined, turn: row.turn ?? undefined }));
  }

  async prune(beforeMs: number): Promise<void> {
    await this.database.query('DELETE FROM recorded_calls WHERE at_ms < $1', [beforeMs], EVERY_TENANT);
  }
}
