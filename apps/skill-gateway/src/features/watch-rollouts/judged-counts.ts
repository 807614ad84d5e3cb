import { skillOf, type Rollout } from '../../domain/rollout/rollout';
import type { CountBucket } from '../../domain/rollout/rollout-record';

interface Judged {
  /** The state and counts that were judged last, and those that were saved. */
  seen: string;
  saved: string;
  savedAtMs: number;
}

/**
 * Which counts this replica has judged already, so that a rollout without traffic costs nothing. Forgetting is harmless: what is judged
 * twice comes to the same.
 */
export class JudgedCounts {
  private readonly judged = new Map<string, Judged>();

  constructor(private readonly saveEveryMs: number) {}

  /** Whether there is anything to judge that was not judged, or to save that was not saved for a while; time may promote by itself. */
  isDue(rollout: Rollout, buckets: readonly CountBucket[], nowMs: number): boolean {
    const { seen, saved, savedAtMs } = this.of(rollout);
    const counts = printOf(rollout, buckets);
    if (counts !== seen) return true;
    if (rollout.status === 'running' && rollout.plan.stages[rollout.stage]?.promotion === 'automatic') return true;
    return counts !== saved && nowMs - savedAtMs >= this.saveEveryMs;
  }

  /** To be asked once what is due was judged. */
  isToBeSaved(rollout: Rollout, buckets: readonly CountBucket[], nowMs: number): boolean {
    const judged = this.of(rollout);
    judged.seen = printOf(rollout, buckets);
    if (judged.seen === judged.saved || nowMs - judged.savedAtMs < this.saveEveryMs) return false;
    judged.saved = judged.seen;
    judged.savedAtMs = nowMs;
    return true;
  }

  forget(): void {
    this.judged.clear();
  }

  private of(rollout: Rollout): Judged {
    const skill = skillOf(rollout);
    const known = this.judged.get(skill) ?? { seen: '', saved: '', savedAtMs: -Infinity };
    this.judged.set(skill, known);
    return known;
  }
}

const printOf = ({ run, stage, status }: Rollout, buckets: readonly CountBucket[]): string =>
  JSON.stringify([run, stage, status, ...buckets.map((bucket) => JSON.stringify(bucket)).sort()]);
