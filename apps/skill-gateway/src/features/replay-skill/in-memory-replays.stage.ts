import { randomUUID } from 'node:crypto';
import type { TenantId } from '@plinth/kernel';
import type { Place } from '../../ports/recorded-calls';
import {
  ReplayLedger,
  type LeasedReplay,
  type Replay,
  type ReplayDifference,
  type ReplayProgress,
  type ReplayRequest,
} from '../../ports/replay-ledger';

/** One replay in memory, with leases that `die` ends. */
export class OneReplay extends ReplayLedger {
  replay: Replay | undefined;
  after: Place | undefined;
  steps = 0;
  readonly found: ReplayDifference[] = [];
  private token: string | undefined;

  async open(request: ReplayRequest): Promise<void> {
    const counts = { same: 0, different: 0, failed: 0, skipped: 0 };
    this.replay ??= { ...request, status: 'running', counts, reason: undefined, endedAtMs: undefined };
  }

  async find(_tenant: TenantId, id: string): Promise<Replay | undefined> {
    return this.replay?.id === id ? this.replay : undefined;
  }

  async differences(): Promise<readonly ReplayDifference[]> {
    return this.found;
  }

  async take(): Promise<LeasedReplay | undefined> {
    if (this.replay?.status !== 'running' || this.token !== undefined) return undefined;
    this.token = randomUUID();
    return { replay: this.replay, after: this.after, token: this.token };
  }

  /** The owner is gone; what it would still write is refused. */
  die(): void {
    this.token = undefined;
  }

  async advance(leased: LeasedReplay, progress: ReplayProgress, leaseMs: number): Promise<boolean> {
    if (!this.replay || this.token !== leased.token) return false;
    const { counts, after, found, status, reason } = progress;
    this.replay = { ...this.replay, counts, status, reason };
    this.after = after;
    this.found.push(...found);
    this.steps += 1;
    if (leaseMs === 0) this.token = undefined;
    return true;
  }

  async prune(): Promise<void> {
    this.replay = undefined;
  }
}
