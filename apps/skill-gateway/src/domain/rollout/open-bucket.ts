import { latencyBucketOf, type CountBucket, type LaneCounts, type PairCounts } from '@plinth/rollout';

/** What a call came to, as guards see it. */
export interface JudgedCall {
  readonly latencyMs: number;
  /** Failed by the fault of the version that served. */
  readonly fault: boolean;
}

interface OpenLane {
  calls: number;
  attributableErrors: number;
  readonly latency: number[];
}

/** Counts of one replica for a stretch of time, while they grow. Owned by one writer; counting costs no more than an addition. */
export class OpenBucket {
  private readonly candidate: OpenLane = { calls: 0, attributableErrors: 0, latency: [] };
  private readonly baseline: OpenLane = { calls: 0, attributableErrors: 0, latency: [] };
  private readonly pairs = { compared: 0, differed: 0 };
  private readonly noise = { compared: 0, differed: 0 };

  constructor(
    readonly id: string,
    readonly openedAtMs: number,
  ) {}

  count(lane: 'candidate' | 'baseline', { latencyMs, fault }: JudgedCall): void {
    const counts = this[lane];
    counts.calls += 1;
    if (fault) counts.attributableErrors += 1;
    const at = latencyBucketOf(latencyMs);
    while (counts.latency.length <= at) counts.latency.push(0);
    counts.latency[at] = (counts.latency[at] ?? 0) + 1;
  }

  compare(which: 'pairs' | 'noise', differed: boolean): void {
    this[which].compared += 1;
    if (differed) this[which].differed += 1;
  }

  /** The totals so far, as of a time that its reader has not settled yet. */
  total(startMs: number): CountBucket {
    const { id, candidate, baseline, pairs, noise } = this;
    return { id, startMs, candidate: copied(candidate), baseline: copied(baseline), ...copies({ pairs, noise }) };
  }
}

const copied = (lane: LaneCounts): LaneCounts => ({ ...lane, latency: [...lane.latency] });
const copies = ({ pairs, noise }: { pairs: PairCounts; noise: PairCounts }) => ({
  pairs: { ...pairs },
  noise: { ...noise },
});
