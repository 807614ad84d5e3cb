import { deriveId, refuse, type Clock, type IdSource, type Refusal, type TenantId } from '@plinth/kernel';
import { JOBS, type Holdings, type JobName } from '../../domain/forgetting/job-work';
import { JOB_PLANS, logCutoffMs, type JobContext } from '../../domain/forgetting/plan-job';
import type { JobLedger, JobRun, JobUser, StepBounds } from '../../ports/job-ledger';
import type { PolicyBook } from '../../ports/policy-book';
import type { SummaryWriter } from '../../ports/summary-writer';
import { draftSummaries } from './draft-summaries';
import { expectJobs, noteNight, timedJob } from './job-metric';

const HOUR_MS = 3_600_000;
const PAGE = 200;
/** Of the nightly work what does not wait for the night when a user has said much. */
const WHEN_DUE = ['summarise', 'merge-duplicates'] as const satisfies readonly JobName[];

/**
 * Runs the jobs of memory (M19), user by user. Any replica may be told to: the first one works, another that is told meanwhile goes on
 * where that one stands, and the slower of the two lets go. A run that died is gone on with by whoever runs the job next.
 */
export class RunJob {
  constructor(
    private readonly ledger: JobLedger,
    private readonly policies: PolicyBook,
    private readonly clock: Clock,
    private readonly ids: IdSource,
    private readonly writer?: SummaryWriter,
  ) {
    expectJobs();
  }

  async run(tenant: TenantId, job: JobName, dryRun: boolean): Promise<JobRun> {
    return this.goOn(await this.ledger.begin(tenant, { runId: this.ids.next(), job, dryRun }, this.clock.now()));
  }

  async last(tenant: TenantId, job: JobName): Promise<JobRun | Refusal> {
    return (
      (await this.ledger.last(tenant, job)) ??
      refuse('not_found', 'job_never_run', 'This job has not run for the tenant.')
    );
  }

  /** Every job of every tenant, once a night on all replicas together; one that fails keeps no other from being done. */
  async runNight(): Promise<void> {
    const night = dayOf(this.clock.now());
    const failures: unknown[] = [];
    const failed = new Set<JobName>();
    for (const tenant of await this.ledger.tenants())
      for (const job of JOBS)
        try {
          const runId = deriveId('nightly', tenant, job, night);
          await this.goOn(await this.ledger.begin(tenant, { runId, job, dryRun: false }, this.clock.now()));
        } catch (error) {
          failures.push(error);
          failed.add(job);
        }
    for (const job of JOBS) if (!failed.has(job)) noteNight(job, this.clock.now());
    if (failures.length > 0) throw failures[0];
  }

  /**
   * What is due of users who have said enough since (M13): their sessions are summarised, the running one too, and duplicates merged. Any
   * replica may do it at any time. A user whose work fails keeps nobody else's from being done; how many were done.
   */
  async runDue(): Promise<number> {
    const failures: unknown[] = [];
    let done = 0;
    for (const user of await this.ledger.dueUsers(PAGE)) {
      const bounds = { ...this.boundsOf(user.tenant), silentSinceMs: this.clock.now() };
      const context = await this.drafted('summarise', user, bounds);
      const works = WHEN_DUE.map((job) => {
        const { reads, plan } = JOB_PLANS[job];
        return { reads, decide: (held: Holdings) => plan(held, context) };
      });
      try {
        if (await this.ledger.workOn(user, bounds, works)) done++;
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    return done;
  }

  private async goOn(begun: JobRun): Promise<JobRun> {
    return begun.state === 'running' ? timedJob(begun.job, () => this.work(begun)) : begun;
  }

  private async work(begun: JobRun): Promise<JobRun> {
    let run = begun;
    const { reads, plan } = JOB_PLANS[run.job];
    for (;;) {
      const users = await this.ledger.usersAfter(run.tenant, run.cursor, PAGE);
      if (users.length === 0) return this.ledger.finish(run, 'completed', this.clock.now());
      for (const user of users) {
        const bounds = this.boundsOf(run.tenant);
        const context = await this.drafted(run.job, { tenant: run.tenant, userId: user }, bounds);
        const done = await this.ledger.step(run, user, reads, bounds, (held) => plan(held, context));
        if (!done) return (await this.ledger.last(run.tenant, run.job)) ?? run;
        run = done;
      }
    }
  }

  /** With what the model has written, where one is asked. */
  private async drafted(job: JobName, user: JobUser, bounds: StepBounds): Promise<JobContext> {
    const context = this.context(user.tenant);
    if (job !== 'summarise' || !this.writer) return context;
    const sessions = await this.ledger.silentSessions(user, bounds);
    return { ...context, drafts: await draftSummaries(this.writer, sessions, context.limits) };
  }

  private boundsOf(tenant: TenantId): StepBounds {
    const context = this.context(tenant);
    const { merge, summarise } = context.policy;
    return {
      nowMs: context.nowMs,
      compared: merge.compared,
      cosine: merge.cosine,
      logBeforeMs: logCutoffMs(context),
      silentSinceMs: context.nowMs - summarise.silentHours * HOUR_MS,
      rounds: summarise.rounds,
    };
  }

  private context(tenant: TenantId): JobContext {
    const { forgetting: policy, summary, items } = this.policies.of(tenant);
    const { maxSentences, maxCharacters, maxTokens } = summary;
    const nowMs = this.clock.now();
    return {
      nowMs,
      night: dayOf(nowMs),
      policy,
      limits: { maxSentences, maxCharacters, maxTokens },
      confidence: items.credibility.said,
    };
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
