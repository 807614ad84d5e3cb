import type { Change } from './rollout-ledger';

/** Tells whoever wants to know that rollouts have changed. */
export abstract class RolloutAnnouncer {
  /** Resolves when all of them are certain to be delivered. Throws TransientError otherwise; some may be all the same. */
  abstract announce(changes: readonly Change[]): Promise<void>;
}
