import { counter, gauge, histogram, zero } from '@plinth/telemetry';
import { JOBS, type JobName } from '../../domain/forgetting/job-work';

const ENDS = ['completed', 'failed'] as const;

export function expectJobs(): void {
  zero('plinth_memory_job_seconds', { job: [...JOBS], outcome: [...ENDS] });
  zero('plinth_memory_job_failures_total', { job: [...JOBS] });
  zero('plinth_memory_job_last_success_timestamp_seconds', { job: [...JOBS] });
}

/** Times a run, and counts the failure that goes on to the caller. */
export async function timedJob<T>(job: JobName, work: () => Promise<T>): Promise<T> {
  const beganMs = performance.now();
  const ended = (outcome: (typeof ENDS)[number]) =>
    histogram('plinth_memory_job_seconds').observe({ job, outcome }, (performance.now() - beganMs) / 1_000);
  try {
    const done = await work();
    ended('completed');
    return done;
  } catch (error) {
    ended('failed');
    counter('plinth_memory_job_failures_total').inc({ job });
    throw error;
  }
}

/** All tenants are done with the job of the night. */
export function noteNight(job: JobName, nowMs: number): void {
  gauge('plinth_memory_job_last_success_timestamp_seconds').set({ job }, nowMs / 1_000);
}
