import type { MessageId, TenantId } from '@plinth/kernel';
import type { RedactedDifference } from '../domain/comparison/redact-difference';

export interface ComparedPair {
  readonly skill: string;
  readonly baseline: string;
  readonly candidate: string;
}

/** One call that two versions answered differently; it holds nothing that a user said, and is forgotten with him all the same. */
export interface DifferenceSample extends ComparedPair {
  readonly tenant: TenantId;
  readonly commandId: MessageId;
  readonly userId: string;
  readonly atMs: number;
  readonly differences: readonly RedactedDifference[];
  readonly leftOff: number;
}

/** Samples kept of a pair in a tenant: the latest. */
export const SAMPLES_KEPT = 100;

/** Throws TransientError when the store is away. */
export abstract class DifferenceShelf {
  /** Keeps samples, once a call and pair, the latest of each pair; none of a user who was erased since the call. */
  abstract keep(samples: readonly DifferenceSample[]): Promise<void>;
  /** The latest first. */
  abstract latest(tenant: TenantId, pair: ComparedPair, limit: number): Promise<readonly DifferenceSample[]>;
  /** Forgets samples of calls of before. */
  abstract prune(beforeMs: number): Promise<void>;
}
