import type { TenantId, UserId } from '@plinth/kernel';

export interface VectorOwner {
  readonly tenant: TenantId;
  /** Absent for what the tenant's organisation shares. */
  readonly userId?: UserId;
}

export interface Renewed {
  /** Items queued for the model. */
  readonly queued: number;
  /** Vectors of other models deleted. */
  readonly removed: number;
}

/** Brings stored vectors to another model while searches and writes go on. */
export abstract class VectorRenewal {
  /** In a fixed order, after the given one; with every tenant comes an owner for what it shares. */
  abstract ownersAfter(last: VectorOwner | undefined, limit: number): Promise<readonly VectorOwner[]>;
  /**
   * Queues what has no vector of the model. Only when nothing of the owner lacks one, deletes those of every other model, so that old and
   * new stand side by side until then. May run at any time, also twice at once.
   */
  abstract renew(owner: VectorOwner, model: string, nowMs: number): Promise<Renewed>;
}
