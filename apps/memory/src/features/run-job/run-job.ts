import { deriveId, refuse, type Clock, type IdSource, type Refusal, type TenantId } from '@plinth/kernel';
import { JOBS, type JobName } from '../../domain/forgetting/job-work';
import { JOB_PLANS, logCutoffMs, type JobContext } from '../../domain/forgetting/plan-job';
import type { JobLedger, JobRun, StepBounds } from '../../ports/job-ledger';
import type { PolicyBook } from '../../ports/policy-book';

const HOUR_MS = 3_600_000;
const PAGE = 200;

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
  ) {}

  async run(tenant: TenantId, job: JobName, dryRun: boolean): Promise<JobRun> {
    return this.goOn(await this.ledger.begin(tenant, { runId: this.ids.next(), job, dryRun }, this.clock.now()));
  }

  async last(tenant: TenantId, job: JobName): Promise<JobRun | Refusal> {
    return (
      (await this.ledger.last(tenant, job)) ??
      refuse('not_found', 'job_never_run', 'This job has not run for the tenant.')
    );
  }

  /** Every job of every tenant, once a night on all replicas together. */
  async runNight(): Promise<void> {
    const night = dayOf(this.clock.now());
    for (const tenant of await this.ledger.tenants())
      for (const job of JOBS) {
        const runId = deriveId('nightly', tenant, job, night);
        await this.goOn(await this.ledger.begin(tenant, { runId, job, dryRun: false }, this.clock.now()));
      }
  }

  private async goOn(begun: JobRun): Promise<JobRun> {
    let run = begun;
    if (run.state !== 'running') return run;
    const { reads, plan } = JOB_PLANS[run.job];
    for (;;) {
      const users = await this.ledger.usersAfter(run.tenant, run.cursor, PAGE);
      if (users.length === 0) return this.ledger.finish(run, 'completed', this.clock.now());
      for (const user of users) {
        const context = this.context(run.tenant);
        const done = await this.ledger.step(
          run,
          user,
          reads,
          boundsOf(context, this.policies.of(run.tenant).forgetting),
          (held) => plan(held, context),
        );
        if (!done) return (await this.ledger.last(run.tenant, run.job)) ?? run;
        run = done;
      }
    }
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

function boundsOf(context: JobContext, { merge, summarise }: JobContext['policy']): StepBounds {
  return {
    nowMs: context.nowMs,
    compared: merge.compared,
    cosine: merge.cosine,
    logBeforeMs: logCutoffMs(context),
    silentSinceMs: context.nowMs - summarise.silentHours * HOUR_MS,
    rounds: summarise.rounds,
  };
}
