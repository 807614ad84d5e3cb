import type { TenantId } from '@plinth/kernel';
import type { RedactedDifference } from '../domain/comparison/redact-difference';
import type { Place } from './recorded-calls';

export interface ReplayRequest {
  readonly tenant: TenantId;
  readonly id: string;
  readonly skill: string;
  readonly candidate: string;
  readonly sinceMs: number;
  /** When it was asked for: later calls are not replayed. */
  readonly askedAtMs: number;
  readonly turns: readonly string[] | undefined;
}

/** Calls that were replayed, by what came of them. */
export interface ReplayCounts {
  readonly same: number;
  readonly different: number;
  /** The candidate gave no answer that speaks for or against it. */
  readonly failed: number;
  /** What served then says nothing of the skill, or its version is gone. */
  readonly skipped: number;
}

export type ReplayStatus = 'running' | 'completed' | 'stopped';

export interface Replay extends ReplayRequest {
  readonly status: ReplayStatus;
  readonly counts: ReplayCounts;
  /** Why it was stopped. */
  readonly reason: string | undefined;
  readonly endedAtMs: number | undefined;
}

export interface ReplayDifference {
  readonly commandId: string;
  readonly userId: string;
  readonly version: string;
  readonly differences: readonly RedactedDifference[];
  readonly leftOff: number;
}

/** The right to work on a replay, until its lease ends. */
export interface LeasedReplay {
  readonly replay: Replay;
  readonly after: Place | undefined;
  readonly token: string;
}

export interface ReplayProgress {
  readonly counts: ReplayCounts;
  readonly after: Place | undefined;
  readonly found: readonly ReplayDifference[];
  readonly status: ReplayStatus;
  readonly reason?: string;
}

/** Differences kept of a replay: the first. */
export const REPLAY_DIFFERENCES_KEPT = 200;

/**
 * Replays and how far they are. Throws TransientError when the store is away.
 * 1. At most one lease of a replay is in force; only its holder moves it on.
 * 2. A step is kept whole, with its place: after a crash the next owner goes on behind it, and no call counts twice.
 */
export abstract class ReplayLedger {
  /** Keeps a request once; what is known under its id stays as it is. */
  abstract open(request: ReplayRequest): Promise<void>;
  abstract find(tenant: TenantId, id: string): Promise<Replay | undefined>;
  abstract differences(tenant: TenantId, id: string): Promise<readonly ReplayDifference[]>;
  /** One running replay without a living owner, of any tenant. */
  abstract take(leaseMs: number): Promise<LeasedReplay | undefined>;
  /** Keeps a step and the lease for `leaseMs` more; false: the lease was lost, and nothing was kept. */
  abstract advance(leased: LeasedReplay, progress: ReplayProgress, leaseMs: number): Promise<boolean>;
  /** Forgets replays that were asked for before. */
  abstract prune(beforeMs: number): Promise<void>;
}
