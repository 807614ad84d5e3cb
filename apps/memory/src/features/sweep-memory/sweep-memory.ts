import type { Clock } from '@plinth/kernel';
import { CANDIDATE_LIFETIME_MS } from '../../domain/candidates/candidate';
import type { Upkeep } from '../../ports/upkeep';

const BATCH = 1_000;

/** The tick of every replica: recorded replies and open candidates end with their time. */
export class SweepMemory {
  constructor(
    private readonly upkeep: Upkeep,
    private readonly clock: Clock,
    private readonly replyRetentionMs: number,
  ) {}

  async sweep(): Promise<{ readonly replies: number; readonly candidates: number }> {
    const nowMs = this.clock.now();
    return this.upkeep.purge(nowMs - this.replyRetentionMs, nowMs - CANDIDATE_LIFETIME_MS, BATCH);
  }
}
