import type { SqlDatabase, SqlExecutor } from '@plinth/postgres';
import type { Move } from '../../../domain/rollout/in-turn';
import { skillOf } from '../../../domain/rollout/rollout';
import type { Evidence, HistoryEntry } from '../../../domain/rollout/rollout-record';
import type { Ruling } from '../../../domain/rollout/ruling';
import { RolloutLedger, type Change, type KeptRollout } from '../../../ports/rollout-ledger';
import { REGISTRY_CHANNEL } from './registry-change';
import { rolloutOf, rowOf, type RolloutRow } from './rollout-row';

/**
 * One statement, since everybody waits for a switch-back; without a row nothing was at the revision. Changes stand in a line at the
 * count of the registry, so that whoever has read up to one number misses none below it.
 */
const MOVE = `
  WITH counted AS (
    UPDATE registry_revision SET revision = revision + 1
    WHERE EXISTS (SELECT 1 FROM rollouts WHERE skill = $2 AND revision = $3) RETURNING revision),
  replaced AS (
    UPDATE rollouts SET baseline = given.baseline, candidate = given.candidate, revoked = given.revoked, revision = given.revision,
      plan = given.plan, status = given.status, stage = given.stage, entered_at_ms = given.entered_at_ms, run = given.run,
      changed_at = counted.revision
    FROM counted, jsonb_populate_record(NULL::rollouts, $1::jsonb) AS given
    WHERE rollouts.skill = $2 AND rollouts.revision = $3 RETURNING rollouts.skill),
  remembered AS (
    INSERT INTO rollout_history (skill, revision, entry)
    SELECT skill, (entry->>'revision')::bigint, entry FROM replaced, jsonb_array_elements($4::jsonb) AS entry)
  SELECT pg_notify($5, '') FROM replaced`;

const KEPT = `
  SELECT to_jsonb(rollouts) AS rollout, evidence FROM rollouts LEFT JOIN rollout_evidence USING (skill) WHERE skill = ANY($1::text[])`;

const KEEP_EVIDENCE = `
  INSERT INTO rollout_evidence SELECT * FROM jsonb_populate_recordset(NULL::rollout_evidence, $1::jsonb) ORDER BY skill
  ON CONFLICT (skill) DO UPDATE SET evidence = excluded.evidence`;

/** A leader that hangs, or is cut off, loses the lead to another replica: what is ruled on is at hand, so this is long. */
const LEAD_STILL_MS = 1_000;
/** The bus may take its time. */
const ANNOUNCING_STILL_MS = 60_000;

interface KeptRow {
  readonly rollout: RolloutRow;
  readonly evidence: Evidence | null;
}

interface HistoryRow {
  readonly skill: string;
  readonly entry: HistoryEntry;
}

/** Belongs to no tenant: a rollout serves them all. */
export class PostgresRolloutLedger extends RolloutLedger {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  move(revision: number, move: Move): Promise<boolean> {
    return this.database.transaction((tx) => store(tx, revision, move));
  }

  kept(skills: readonly string[]): Promise<readonly KeptRollout[]> {
    return keptOf(this.database, skills);
  }

  async history(
    skill: string,
    { before, limit }: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly HistoryEntry[]> {
    const rows = await this.database.query<HistoryRow>(
      `SELECT entry FROM rollout_history WHERE skill = $1 AND ($2::bigint IS NULL OR revision < $2)
       ORDER BY revision DESC LIMIT $3`,
      [skill, before ?? null, limit],
    );
    return rows.map(({ entry }) => entry);
  }

  async lead(
    skills: readonly string[],
    rule: (kept: readonly KeptRollout[]) => readonly Ruling[],
  ): Promise<readonly Ruling[] | undefined> {
    return this.database.transaction(async (tx) => {
      // Sent together; what is read without the lead is not used.
      const [alone, known] = await Promise.all([this.isAlone(tx, 'lead', LEAD_STILL_MS), keptOf(tx, skills)]);
      if (!alone) return undefined;
      const rulings = rule(known);
      if (rulings.length === 0) return [];
      const kept = rulings.map(({ rollout, evidence }) => ({ skill: skillOf(rollout), evidence }));
      const [, ...moved] = await Promise.all([
        tx.query(KEEP_EVIDENCE, [JSON.stringify(kept)]),
        ...rulings.map((ruling) => storeRuling(tx, ruling)),
      ]);
      return rulings.filter((_ruling, at) => moved[at]);
    });
  }

  async announce(limit: number, send: (changes: readonly Change[]) => Promise<void>): Promise<number> {
    return this.database.transaction(async (tx) => {
      if (!(await this.isAlone(tx, 'announcement', ANNOUNCING_STILL_MS))) return 0;
      const changes = await tx.query<HistoryRow>(
        'SELECT skill, entry FROM rollout_history WHERE NOT announced ORDER BY skill, revision LIMIT $1',
        [limit],
      );
      if (changes.length === 0) return 0;
      await send(changes);
      await tx.query(
        `UPDATE rollout_history SET announced = true FROM unnest($1::text[], $2::bigint[]) AS sent (skill, revision)
         WHERE (rollout_history.skill, rollout_history.revision) = (sent.skill, sent.revision)`,
        [changes.map(({ skill }) => skill), changes.map(({ entry }) => entry.revision)],
      );
      return changes.length;
    });
  }

  /** Until the transaction ends; where another is, nobody waits. Who stands still for longer than `stillMs` is alone no more. */
  private async isAlone(tx: SqlExecutor, what: string, stillMs: number): Promise<boolean> {
    const [lock] = await tx.query<{ free: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free
       FROM set_config('idle_in_transaction_session_timeout', $2, true)`,
      [`plinth.rollouts:${this.database.schema}:${what}`, String(stillMs)],
    );
    return lock?.free === true;
  }
}

async function keptOf(db: SqlExecutor, skills: readonly string[]): Promise<readonly KeptRollout[]> {
  const rows = await db.query<KeptRow>(KEPT, [skills]);
  return rows.map(({ rollout, evidence }) => ({ rollout: rolloutOf(rollout), evidence: evidence ?? undefined }));
}

async function store(tx: SqlExecutor, revision: number, { state, entries }: Move): Promise<boolean> {
  const given = [JSON.stringify(rowOf(state)), skillOf(state), revision, JSON.stringify(entries), REGISTRY_CHANNEL];
  return (await tx.query(MOVE, given)).length > 0;
}

async function storeRuling(tx: SqlExecutor, { rollout, moved }: Ruling): Promise<boolean> {
  return !moved || store(tx, rollout.revision, { ...moved, entries: [moved.entry] });
}
