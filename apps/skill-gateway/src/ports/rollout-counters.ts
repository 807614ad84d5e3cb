import type { CountBucket } from '../domain/rollout/rollout-record';

/** One run of a rollout: counts of another run have nothing to say about it. */
export interface RunKey {
  readonly skill: string;
  readonly run: number;
}

/**
 * What replicas have counted, for whoever leads. Totals, not increments: what may have been lost is handed in again, and what comes
 * twice counts once. Throws TransientError when the store is away; a write may have happened.
 */
export abstract class RolloutCounters {
  /** Keeps the bucket in place of an earlier total of the same id, and forgets the buckets of these ids. */
  abstract keep(run: RunKey, bucket: CountBucket, forget: readonly string[]): Promise<void>;
  /** The buckets of all replicas, in any order. */
  abstract read(run: RunKey): Promise<readonly CountBucket[]>;
}
