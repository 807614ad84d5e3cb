import { tenantId, userId, type TenantId, type UserId } from '@plinth/kernel';
import { EVERY_TENANT, type SqlDatabase } from '@plinth/postgres';
import type { Holdings, JobChanges, JobName, Reading, SilentSession } from '../../../domain/forgetting/job-work';
import {
  JobLedger,
  type JobReport,
  type JobRun,
  type JobUser,
  type StepBounds,
  type UserWork,
} from '../../../ports/job-ledger';
import { readHoldings, writeChanges } from './job-holdings';

interface RunRow {
  readonly tenant: string;
  readonly run_id: string;
  readonly job: JobName;
  readonly dry_run: boolean;
  readonly state: JobRun['state'];
  readonly cursor: string | null;
  readonly report: Partial<JobReport>;
  readonly started_at_ms: number;
  readonly finished_at_ms: number | null;
}

/** One at a time works on a user's memory; $1 tenant, $2 user. */
const userLock = `hashtextextended('plinth.user-work:' || $1 || ':' || $2, 0)`;

/** Last, so that the user's turns wait for the count no longer than its writing takes. What was said meanwhile counts on. $3 how many; null: all */
const COUNT_ANEW = `UPDATE users SET messages = greatest(0, messages - coalesce($3::integer, messages)), work_due = false
  WHERE tenant = $1 AND user_id = $2`;

const COLUMNS = 'tenant, run_id, job, dry_run, state, cursor, report, started_at_ms, finished_at_ms';

export class PostgresJobLedger extends JobLedger {
  constructor(private readonly database: SqlDatabase) {
    super();
  }

  async tenants(): Promise<readonly TenantId[]> {
    const rows = await this.database.query<{ tenant: string }>(
      'SELECT DISTINCT tenant FROM users ORDER BY tenant',
      [],
      EVERY_TENANT,
    );
    return rows.map(({ tenant }) => tenantId(tenant));
  }

  /** Two replicas that begin the same job at once wait for one another here, and find one run. */
  async begin(
    tenant: TenantId,
    { runId, job, dryRun }: { readonly runId: string; readonly job: JobName; readonly dryRun: boolean },
    nowMs: number,
  ): Promise<JobRun> {
    return this.database.transaction(
      async (tx) => {
        await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`plinth.job:${tenant}:${job}`]);
        const [standing] = await tx.query<RunRow>(
          `SELECT ${COLUMNS} FROM job_runs WHERE tenant = $1 AND job = $2 AND (run_id = $3 OR (state = 'running' AND dry_run = $4))
           ORDER BY state = 'running' DESC LIMIT 1`,
          [tenant, job, runId, dryRun],
        );
        if (standing) return runOf(standing);
        const [begun] = await tx.query<RunRow>(
          `INSERT INTO job_runs (tenant, run_id, job, dry_run, state, report, started_at_ms, updated_at_ms)
           VALUES ($1, $2, $3, $4, 'running', '{}', $5, $5) RETURNING ${COLUMNS}`,
          [tenant, runId, job, dryRun, nowMs],
        );
        if (!begun) throw new Error('a run was inserted and not returned');
        return runOf(begun);
      },
      { tenant },
    );
  }

  async usersAfter(tenant: TenantId, cursor: string, limit: number): Promise<readonly UserId[]> {
    const rows = await this.database.query<{ user_id: string }>(
      'SELECT user_id FROM users WHERE tenant = $1 AND user_id > $2 ORDER BY user_id LIMIT $3',
      [tenant, cursor, limit],
      EVERY_TENANT,
    );
    return rows.map((row) => userId(row.user_id));
  }

  async silentSessions({ tenant, userId: user }: JobUser, bounds: StepBounds): Promise<readonly SilentSession[]> {
    const held = await this.database.transaction((tx) => readHoldings(tx, [tenant, user], ['sessions'], bounds), {
      tenant,
      user,
    });
    return held.sessions;
  }

  async step(
    run: JobRun,
    user: UserId,
    reads: readonly Reading[],
    bounds: StepBounds,
    decide: (held: Holdings) => JobChanges,
  ): Promise<JobRun | undefined> {
    const { tenant, runId, dryRun } = run;
    return this.database.transaction(
      async (tx) => {
        const [standing] = await tx.query<RunRow>(
          `SELECT ${COLUMNS} FROM job_runs WHERE tenant = $1 AND run_id = $2 AND state = 'running' FOR UPDATE`,
          [tenant, runId],
        );
        if (!standing || (standing.cursor ?? '') !== run.cursor) return undefined;
        await tx.query(`SELECT pg_advisory_xact_lock(${userLock})`, [tenant, user]);
        const held = await readHoldings(tx, [tenant, user], reads, bounds);
        const changes = decide(held);
        if (!dryRun) await writeChanges(tx, [tenant, user], held, changes, bounds.nowMs);
        if (!dryRun && run.job === 'summarise') await tx.query(COUNT_ANEW, [tenant, user, null]);
        const report = added(runOf(standing).report, changes.counts);
        await tx.query(
          'UPDATE job_runs SET cursor = $3, report = $4::jsonb, updated_at_ms = $5 WHERE tenant = $1 AND run_id = $2',
          [tenant, runId, user, JSON.stringify(report), bounds.nowMs],
        );
        return { ...run, cursor: user, report };
      },
      { tenant, user },
    );
  }

  async finish(run: JobRun, state: 'completed' | 'failed', nowMs: number): Promise<JobRun> {
    const [row] = await this.database.query<RunRow>(
      `WITH ended AS (UPDATE job_runs SET state = $3, updated_at_ms = $4, finished_at_ms = $4
         WHERE tenant = $1 AND run_id = $2 AND state = 'running' AND coalesce(cursor, '') = $5 RETURNING ${COLUMNS})
       SELECT * FROM ended UNION ALL
       SELECT ${COLUMNS} FROM job_runs WHERE tenant = $1 AND run_id = $2 AND NOT EXISTS (SELECT FROM ended)`,
      [run.tenant, run.runId, state, nowMs, run.cursor],
      { tenant: run.tenant },
    );
    return row ? runOf(row) : run;
  }

  async dueUsers(limit: number): Promise<readonly JobUser[]> {
    const rows = await this.database.query<{ tenant: string; user_id: string }>(
      'SELECT tenant, user_id FROM users WHERE work_due ORDER BY tenant, user_id LIMIT $1',
      [limit],
      EVERY_TENANT,
    );
    return rows.map((row) => ({ tenant: tenantId(row.tenant), userId: userId(row.user_id) }));
  }

  async workOn(
    { tenant, userId: user }: JobUser,
    bounds: StepBounds,
    works: readonly UserWork[],
  ): Promise<JobChanges['counts'] | undefined> {
    return this.database.transaction(
      async (tx) => {
        const [lock] = await tx.query<{ free: boolean }>(`SELECT pg_try_advisory_xact_lock(${userLock}) AS free`, [
          tenant,
          user,
        ]);
        if (!lock?.free) return undefined;
        const [due] = await tx.query<{ messages: number }>(
          'SELECT messages FROM users WHERE tenant = $1 AND user_id = $2 AND work_due',
          [tenant, user],
        );
        if (!due) return undefined;
        let report: JobReport = { users: 0, counts: {} };
        for (const { reads, decide } of works) {
          const held = await readHoldings(tx, [tenant, user], reads, bounds);
          const changes = decide(held);
          await writeChanges(tx, [tenant, user], held, changes, bounds.nowMs);
          report = added(report, changes.counts);
        }
        await tx.query(COUNT_ANEW, [tenant, user, due.messages]);
        return report.counts;
      },
      { tenant, user },
    );
  }

  async last(tenant: TenantId, job: JobName): Promise<JobRun | undefined> {
    const [row] = await this.database.query<RunRow>(
      `SELECT ${COLUMNS} FROM job_runs WHERE tenant = $1 AND job = $2 ORDER BY started_at_ms DESC, run_id DESC LIMIT 1`,
      [tenant, job],
      { tenant },
    );
    return row && runOf(row);
  }
}

function added(report: JobReport, counts: JobChanges['counts']): JobReport {
  const sums: Record<string, number> = { ...report.counts };
  for (const [action, count] of Object.entries(counts)) sums[action] = (sums[action] ?? 0) + count;
  return { users: report.users + 1, counts: sums };
}

function runOf(row: RunRow): JobRun {
  return {
    tenant: tenantId(row.tenant),
    runId: row.run_id,
    job: row.job,
    dryRun: row.dry_run,
    state: row.state,
    cursor: row.cursor ?? '',
    report: { users: row.report.users ?? 0, counts: row.report.counts ?? {} },
    startedAtMs: row.started_at_ms,
    ...(row.finished_at_ms === null ? {} : { finishedAtMs: row.finished_at_ms }),
  };
}
