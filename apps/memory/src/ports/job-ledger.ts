import type { TenantId, UserId } from '@plinth/kernel';
import type { Holdings, JobChanges, JobName, Reading, SilentSession } from '../domain/forgetting/job-work';

/** A run of a job over the users of a tenant, in the order of their ids. */
export interface JobRun {
  readonly tenant: TenantId;
  readonly runId: string;
  readonly job: JobName;
  readonly dryRun: boolean;
  readonly state: 'running' | 'completed' | 'failed';
  /** The last user that is done; '' before the first. */
  readonly cursor: string;
  readonly report: JobReport;
  readonly startedAtMs: number;
  readonly finishedAtMs?: number;
}

export interface JobReport {
  readonly users: number;
  /** By action. */
  readonly counts: Readonly<Record<string, number>>;
}

/** What a step may need beside the run. */
export interface StepBounds {
  readonly nowMs: number;
  /** The newest items of a user that are compared with one another, and the cosine from which a pair is of interest. */
  readonly compared: number;
  readonly cosine: number;
  readonly logBeforeMs: number;
  readonly silentSinceMs: number;
  /** Rounds that a session must have to be summarised. */
  readonly rounds: number;
}

export interface JobUser {
  readonly tenant: TenantId;
  readonly userId: UserId;
}

/** What one job reads of a user, and what it makes of that; pure. */
export interface UserWork {
  readonly reads: readonly Reading[];
  readonly decide: (held: Holdings) => JobChanges;
}

/**
 * Runs of jobs (M19). One at a time for each job of a tenant; what a user's step changes and that the step is done become true together,
 * so that a run that died goes on with the next user, and nothing is done twice.
 */
export abstract class JobLedger {
  /** Every tenant that has users. */
  abstract tenants(): Promise<readonly TenantId[]>;
  /** The open run of the job, else a new one under this id; the run of this id if it has ended. */
  abstract begin(
    tenant: TenantId,
    run: { readonly runId: string; readonly job: JobName; readonly dryRun: boolean },
    nowMs: number,
  ): Promise<JobRun>;
  abstract usersAfter(tenant: TenantId, cursor: string, limit: number): Promise<readonly UserId[]>;
  /** What of a user's sessions a run is about to summarise. */
  abstract silentSessions(user: JobUser, bounds: StepBounds): Promise<readonly SilentSession[]>;
  /**
   * One user's part in that user's own scope (M20). `decide` is pure; a dry run only counts. Undefined when another runner has gone on
   * with the run meanwhile: it is theirs then.
   */
  abstract step(
    run: JobRun,
    userId: UserId,
    reads: readonly Reading[],
    bounds: StepBounds,
    decide: (held: Holdings) => JobChanges,
  ): Promise<JobRun | undefined>;
  /** Ends the run if nobody else has gone on with it, and answers it as it is. */
  abstract finish(run: JobRun, state: 'completed' | 'failed', nowMs: number): Promise<JobRun>;
  /** Users who have said so much since the work on their memory was last done that it is due (M13). */
  abstract dueUsers(limit: number): Promise<readonly JobUser[]>;
  /**
   * Does the work of a user that is due, one after another in one transaction in that user's own scope, and counts anew. Undefined when it
   * is no longer due, or somebody else is at it; no step of a run works on the user meanwhile.
   */
  abstract workOn(
    user: JobUser,
    bounds: StepBounds,
    works: readonly UserWork[],
  ): Promise<JobChanges['counts'] | undefined>;
  /** The run that began last. */
  abstract last(tenant: TenantId, job: JobName): Promise<JobRun | undefined>;
}
