import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CurrentIdentity, Describe, orThrow, RequireScope, valid, type Identity } from '@plinth/http';
import { refuse } from '@plinth/kernel';
import { z } from 'zod';
import { JOBS } from '../../../domain/forgetting/job-work';
import { RunJob } from '../../../features/run-job/run-job';
import type { JobRun } from '../../../ports/job-ledger';

const jobName = z.enum(JOBS);
export const namedJob = z.strictObject({ name: z.string().min(1).max(64) });
/** Without a body it runs for good. */
const runBody = z.strictObject({ dry_run: z.boolean().default(false) }).prefault({});

/** The jobs of memory, which run by themselves each night, and what they did last. */
@Controller('v1/memory/jobs/:name')
@RequireScope('admin')
export class JobsController {
  constructor(private readonly runJob: RunJob) {}

  @Describe('Runs a job of memory now.', { 200: 'What it did, or would do by `dry_run`.' })
  @Post('run')
  @HttpCode(200)
  async run(
    @Param(valid(namedJob)) { name }: z.output<typeof namedJob>,
    @Body(valid(runBody)) body: z.output<typeof runBody>,
    @CurrentIdentity() { tenant }: Identity,
  ) {
    return runView(await this.runJob.run(tenant, jobOf(name), body.dry_run));
  }

  @Describe('Reads what a job did last.', { 200: 'Its last run.' })
  @Get()
  async last(@Param(valid(namedJob)) { name }: z.output<typeof namedJob>, @CurrentIdentity() { tenant }: Identity) {
    return runView(orThrow(await this.runJob.last(tenant, jobOf(name))));
  }
}

function jobOf(name: string): z.output<typeof jobName> {
  const { data } = jobName.safeParse(name);
  return orThrow(
    data ??
      refuse('not_found', 'job_not_found', `There is no such job; there are ${JOBS.join(', ')}.`, { field: 'name' }),
  );
}

function runView({ runId, job, dryRun, state, report, startedAtMs, finishedAtMs }: JobRun) {
  return {
    run_id: runId,
    job,
    dry_run: dryRun,
    state,
    users: report.users,
    counts: report.counts,
    started_at: new Date(startedAtMs).toISOString(),
    ...(finishedAtMs === undefined ? {} : { finished_at: new Date(finishedAtMs).toISOString() }),
  };
}
