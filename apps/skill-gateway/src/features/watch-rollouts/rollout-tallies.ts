import type { Clock } from '@plinth/kernel';
import type { CallShare } from '@plinth/rollout';
import { counter, zero } from '@plinth/telemetry';
import { OpenBucket, type JudgedCall } from '../../domain/rollout/open-bucket';
import { isWatched, skillOf, type Rollout } from '../../domain/rollout/rollout';
import { TrafficShare } from '../../domain/rollout/traffic-share';
import type { RolloutCounters, RunKey } from '../../ports/rollout-counters';

export interface TallySettings {
  /** Unique among all replicas that ever were. */
  readonly replica: string;
  /** How long one bucket takes counts in, unless it waits to be handed over. */
  readonly bucketMs: number;
  /** How long a bucket that takes no more can still be read. */
  readonly keepMs: number;
}

interface Closed {
  readonly id: string;
  readonly closedAtMs: number;
}

/** Of one run. `taken`: the bucket was handed over at least once. `dirty`: it has grown since. */
interface Tally {
  readonly key: RunKey;
  readonly share: TrafficShare;
  bucket: OpenBucket;
  taken: boolean;
  dirty: boolean;
  closed: Closed[];
  startMs: number;
}

type Lane = 'candidate' | 'baseline';

/**
 * What this replica has counted of the rollouts under watch. Owns the counts until they are handed over.
 * 1. Counting waits for nothing and never fails.
 * 2. A bucket is handed over as a total, so that one that may have been lost is simply handed over again with what came since.
 * 3. While the counters are away a bucket goes on growing in place of being closed: nothing is lost, and memory holds one for each run.
 */
export class RolloutTallies {
  private readonly tallies = new Map<string, Tally>();
  /** Runs that were followed by another before all of theirs was handed over. */
  private leftOver: Tally[] = [];
  private buckets = 0;

  constructor(
    private readonly counters: RolloutCounters,
    private readonly clock: Clock,
    private readonly settings: TallySettings,
  ) {
    zero('plinth_rollout_counts_held_total', {});
  }

  /** What the candidate has taken of the calls here; undefined where nobody asks. */
  shareOf(rollout: Rollout): CallShare | undefined {
    return isWatched(rollout) ? this.tallyOf(rollout).share.current : undefined;
  }

  /** A call was given to a version. */
  routed(rollout: Rollout, lane: Lane, shadow: boolean): void {
    if (isWatched(rollout)) this.tallyOf(rollout).share.count({ candidate: lane === 'candidate', shadow });
  }

  /** A version has answered, to a user or beside one. */
  answered(rollout: Rollout, lane: Lane, call: JudgedCall): void {
    this.grow(rollout, (bucket) => bucket.count(lane, call));
  }

  /** Two answers to the same call were compared: of both versions (`pairs`), or of the baseline twice (`noise`). */
  compared(rollout: Rollout, which: 'pairs' | 'noise', differed: boolean): void {
    this.grow(rollout, (bucket) => bucket.compare(which, differed));
  }

  /** Hands over what has grown. Throws TransientError when the counters are away, and goes on from there the next time. */
  async flush(): Promise<void> {
    const grown = [...this.tallies.values(), ...this.leftOver].filter(({ dirty }) => dirty);
    const results = await Promise.allSettled(grown.map((tally) => this.handOver(tally)));
    this.leftOver = this.leftOver.filter(({ dirty }) => dirty);
    const failed = results.find((result) => result.status === 'rejected');
    if (!failed) return;
    counter('plinth_rollout_counts_held_total').inc();
    throw failed.reason;
  }

  private grow(rollout: Rollout, by: (bucket: OpenBucket) => void): void {
    if (!isWatched(rollout)) return;
    const tally = this.tallyOf(rollout);
    by(tally.bucket);
    tally.dirty = true;
  }

  private async handOver(tally: Tally): Promise<void> {
    const nowMs = this.clock.now();
    // A bucket that nobody has seen yet begins now: what began long ago is settled, and would be too late.
    if (!tally.taken) tally.startMs = nowMs;
    const { bucket } = tally;
    const passed = tally.closed.filter(({ closedAtMs }) => closedAtMs <= nowMs - this.settings.keepMs);
    tally.dirty = false;
    try {
      const forget = passed.map(({ id }) => id);
      await this.counters.keep(tally.key, bucket.total(tally.startMs), forget);
    } catch (error) {
      tally.dirty = true;
      throw error;
    }
    tally.taken = true;
    tally.closed = tally.closed.filter((each) => !passed.includes(each));
    const isFull = nowMs - bucket.openedAtMs >= this.settings.bucketMs;
    if (!isFull || tally.dirty) return;
    tally.closed.push({ id: bucket.id, closedAtMs: nowMs });
    tally.bucket = this.openBucket(nowMs);
    tally.taken = false;
  }

  private tallyOf(rollout: Rollout): Tally {
    const skill = skillOf(rollout);
    const known = this.tallies.get(skill);
    if (known?.key.run === rollout.run) return known;
    if (known?.dirty) this.leftOver.push(known);
    const nowMs = this.clock.now();
    const tally: Tally = {
      ...{ key: { skill, run: rollout.run }, share: new TrafficShare(), bucket: this.openBucket(nowMs) },
      ...{ taken: false, dirty: false, closed: [], startMs: nowMs },
    };
    this.tallies.set(skill, tally);
    return tally;
  }

  private openBucket(nowMs: number): OpenBucket {
    this.buckets += 1;
    return new OpenBucket(`${this.settings.replica}:${this.buckets}`, nowMs);
  }
}
