import { createHash } from 'node:crypto';

const BUCKETS = 2 ** 32;

/**
 * The bucket of a subject in a rollout, 0 … 2³² − 1, uniform: the first 32 bits of SHA-256 over (rollout, subject).
 * The same on every replica and for ever, so a choice by bucket is sticky without being stored.
 */
export function bucketOf(rollout: string, subject: string): number {
  return createHash('sha256')
    .update(JSON.stringify([rollout, subject]))
    .digest()
    .readUInt32BE(0);
}

/**
 * Whether the subject falls under `weight` (0 … 1). Monotone: who falls under a weight falls under every larger one,
 * so nobody leaves the candidate while its weight grows. Without a subject: never, since unknown is the baseline.
 */
export function fallsUnder(weight: number, rollout: string, subject: string | undefined): boolean {
  if (subject === undefined || !(weight > 0)) return false;
  return bucketOf(rollout, subject) < Math.min(weight, 1) * BUCKETS;
}
