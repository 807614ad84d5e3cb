import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import { OutcomeLedger, type CallOutcome, type OutcomeFigures, type ServedCall } from '../../../ports/outcome-ledger';
import { BY_INDEX } from './by-index';
import { NOW_MS } from './invocation-row';

/** Of a user who was erased since, nothing is kept, however late it is written. */
const KEEP_SERVED = `
  INSERT INTO served_calls (tenant, command_id, session_id, turn_id, user_id, skill, version, lane, at_ms)
  SELECT tenant, "commandId", session, turn, "userId", skill, version, lane, "atMs"
  FROM jsonb_to_recordset($1::jsonb) AS given (tenant text, "commandId" text, session text, turn text, "userId" text, skill text,
    version text, lane text, "atMs" bigint)
  WHERE NOT EXISTS (SELECT 1 FROM erasures
    WHERE erasures.tenant = given.tenant AND erasures.user_id = given."userId" AND erasures.up_to_ms >= given."atMs")
  ORDER BY tenant, "commandId"
  ON CONFLICT (tenant, command_id) DO NOTHING`;

/** The part of it that was seen later stands; what one of the two does not say, the other does. */
const later = (column: string): string => `${column} = CASE WHEN excluded.observed_at_ms >= call_outcomes.observed_at_ms
    THEN coalesce(excluded.${column}, call_outcomes.${column}) ELSE coalesce(call_outcomes.${column}, excluded.${column}) END`;

const KEEP_OUTCOME = `
  INSERT INTO call_outcomes (tenant, call_id, session_id, turn_id, skill, resolved, complaint, handling_ms, observed_at_ms, kept_at_ms)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${NOW_MS})
  ON CONFLICT (tenant, call_id, session_id, turn_id, skill) DO UPDATE SET
    ${['resolved', 'complaint', 'handling_ms'].map(later).join(', ')},
    observed_at_ms = greatest(excluded.observed_at_ms, call_outcomes.observed_at_ms)`;

/** Each outcome finds its calls, by their id or by their turn; what several say of one call is put together. */
const FIGURES = `
  WITH reports AS (SELECT * FROM call_outcomes WHERE kept_at_ms >= $2),
  joined AS (
    SELECT reports.*, served.command_id, served.version, served.skill AS served_skill FROM reports LEFT JOIN LATERAL (
      SELECT command_id, version, skill FROM served_calls
      WHERE reports.call_id <> '' AND served_calls.tenant = reports.tenant AND command_id = reports.call_id AND at_ms >= $2
      UNION ALL
      SELECT command_id, version, skill FROM served_calls
      WHERE reports.call_id = '' AND turn_id = reports.turn_id AND session_id = reports.session_id
        AND served_calls.tenant = reports.tenant AND reports.skill IN ('', served_calls.skill) AND at_ms >= $2
    ) AS served ON true),
  calls AS (
    SELECT version, bool_and(resolved) AS resolved, bool_or(complaint) AS complaint, max(handling_ms) AS handling_ms
    FROM joined WHERE served_skill = $1 GROUP BY tenant, command_id, version),
  waiting AS (SELECT count(*)::int AS unmatched FROM joined WHERE command_id IS NULL AND skill IN ('', $1))
  SELECT version, count(*)::int AS calls,
    count(*) FILTER (WHERE resolved)::int AS "resolvedEvents", count(resolved)::int AS "resolvedOf",
    count(*) FILTER (WHERE complaint)::int AS "complaintEvents", count(complaint)::int AS "complaintOf",
    count(handling_ms)::int AS "handlingCount", coalesce(avg(handling_ms), 0) AS "handlingMean",
    coalesce(var_samp(handling_ms), 0) AS "handlingVariance", (SELECT unmatched FROM waiting) AS unmatched
  FROM calls GROUP BY version
  UNION ALL
  SELECT NULL, 0, 0, 0, 0, 0, 0, 0, 0, unmatched FROM waiting
  ORDER BY version`;

interface FiguresRow {
  readonly version: string | null;
  readonly calls: number;
  readonly resolvedEvents: number;
  readonly resolvedOf: number;
  readonly complaintEvents: number;
  readonly complaintOf: number;
  readonly handlingCount: number;
  readonly handlingMean: number;
  readonly handlingVariance: number;
  readonly unmatched: number;
}

/** Served calls and outcomes in two tables, joined when they are read. */
export class PostgresOutcomeLedger extends OutcomeLedger {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async keepServed(calls: readonly ServedCall[]): Promise<void> {
    if (calls.length > 0) await this.database.query(KEEP_SERVED, [JSON.stringify(calls)], EVERY_TENANT);
  }

  async keepOutcome(outcome: CallOutcome): Promise<void> {
    const { tenant, subject, resolvedFirstTime, complaint, handlingMs, observedAtMs } = outcome;
    const about = 'callId' in subject ? [subject.callId, '', '', ''] : turnOf(subject);
    const said = [resolvedFirstTime ?? null, complaint ?? null, handlingMs ?? null];
    await this.database.query(KEEP_OUTCOME, [tenant, ...about, ...said, observedAtMs], { tenant });
  }

  async figures(skill: string, sinceMs: number) {
    const rows = await this.database.transaction(async (tx) => {
      await tx.query(BY_INDEX);
      return tx.query<FiguresRow>(FIGURES, [skill, sinceMs]);
    }, EVERY_TENANT);
    return { versions: rows.flatMap(figuresOf), unmatched: rows[0]?.unmatched ?? 0 };
  }

  async prune(beforeMs: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.query('DELETE FROM served_calls WHERE at_ms < $1', [beforeMs]);
      await tx.query('DELETE FROM call_outcomes WHERE kept_at_ms < $1', [beforeMs]);
    }, EVERY_TENANT);
  }
}

const turnOf = ({ session, turn, skill = '' }: { session: string; turn: string; skill: string | undefined }) => [
  ...['', session, turn, skill],
];

function figuresOf(row: FiguresRow): OutcomeFigures[] {
  if (row.version === null) return [];
  return [
    {
      version: row.version,
      calls: row.calls,
      resolved: { events: row.resolvedEvents, of: row.resolvedOf },
      complaints: { events: row.complaintEvents, of: row.complaintOf },
      handling: { count: row.handlingCount, mean: row.handlingMean, variance: row.handlingVariance },
    },
  ];
}
