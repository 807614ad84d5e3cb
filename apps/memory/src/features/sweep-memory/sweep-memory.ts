import type { Clock } from '@plinth/kernel';
import { declaredSince } from '../../domain/candidates/candidate';
import type { PolicyBook } from '../../ports/policy-book';
import type { Upkeep } from '../../ports/upkeep';
import { countCandidates, expectCandidates } from '../commit-turn/candidate-metric';

const BATCH = 1_000;

/** The tick of every replica: recorded replies and open candidates end with their time. */
export class SweepMemory {
  constructor(
    private readonly upkeep: Upkeep,
    private readonly policies: PolicyBook,
    private readonly clock: Clock,
    private readonly replyRetentionMs: number,
  ) {
    expectCandidates();
  }

  async sweep(): Promise<{ readonly replies: number; readonly candidates: number }> {
    const nowMs = this.clock.now();
    const waiting = await this.upkeep.tenantsWaiting();
    const declaredBefore = waiting.map((tenant) => ({
      tenant,
      beforeMs: declaredSince(nowMs, this.policies.of(tenant).gate),
    }));
    const purged = await this.upkeep.purge(nowMs - this.replyRetentionMs, declaredBefore, BATCH);
    countCandidates('expired', purged.candidates);
    return purged;
  }
}
