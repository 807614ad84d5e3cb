import type { Clock } from '@plinth/kernel';
import { CANDIDATE_LIFETIME_MS } from '../../domain/candidates/candidate';
import type { Upkeep } from '../../ports/upkeep';

const BATCH = 1_000;

/** The tick of every replica: lexicons catch up with new items, recorded replies and open candidates end with their time. */
export class SweepMemory {
  constructor(
    private readonly upkeep: Upkeep,
    private readonly clock: Clock,
    private readonly replyRetentionMs: number,
  ) {}

  async sweep(): Promise<{ readonly folded: number; readonly replies: number; readonly candidates: number }> {
    const nowMs = this.clock.now();
    const folded = await this.upkeep.foldTerms(BATCH);
    return {
      folded,
      ...(await this.upkeep.purge(nowMs - this.replyRetentionMs, nowMs - CANDIDATE_LIFETIME_MS, BATCH)),
    };
  }
}
