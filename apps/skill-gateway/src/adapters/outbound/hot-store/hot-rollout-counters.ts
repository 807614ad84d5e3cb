import type { HotStore } from '@plinth/redis';
import { z } from 'zod';
import type { CountBucket } from '../../../domain/rollout/rollout-record';
import { RolloutCounters, type RunKey } from '../../../ports/rollout-counters';

/** Since the last count of the run: what the evidence has taken in lives on in the tables. */
const KEPT_MS = 3_600_000;

const count = z.number().min(0);
const laneCounts = z.object({ calls: count, attributableErrors: count, latency: z.array(count).max(100) });
const pairCounts = z.object({ compared: count, differed: count });
const bucketSchema = z.object({
  ...{ id: z.string(), startMs: z.number(), candidate: laneCounts, baseline: laneCounts },
  ...{ pairs: pairCounts, noise: pairCounts },
});

/** One hash a run, one field a bucket. */
export class HotRolloutCounters extends RolloutCounters {
  constructor(private readonly hot: HotStore) {
    super();
  }

  async keep(run: RunKey, bucket: CountBucket, forget: readonly string[]): Promise<void> {
    const update = { set: { [bucket.id]: JSON.stringify(bucket) }, remove: forget };
    await this.hot.updateFields(keyOf(run), update, KEPT_MS);
  }

  async read(run: RunKey): Promise<readonly CountBucket[]> {
    const fields = (await this.hot.readHash(keyOf(run))) ?? {};
    return Object.values(fields).flatMap(bucketIn);
  }
}

const keyOf = ({ skill, run }: RunKey): string => `plinth:rollout:${skill}:${run}`;

/** What another version of this program has counted in a shape of its own is not known here: it holds, and passes by. */
function bucketIn(text: string): CountBucket[] {
  const parsed = bucketSchema.safeParse(jsonOf(text));
  return parsed.success ? [parsed.data] : [];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
