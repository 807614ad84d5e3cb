import type { TenantId, UserId } from '@plinth/kernel';
import type { FoundItem, ProfileFact } from '../domain/recall/recall';
import type { SparseVector } from '../domain/terms/bm25';

/** What is known about a user beyond a session; deprecated, refused and unconfirmed values are never among it (M12, M17). */
export abstract class MemorySearch {
  abstract profileOf(tenant: TenantId, userId: UserId): Promise<readonly ProfileFact[]>;
  /** Best first, exact within the user, one statement. */
  abstract search(tenant: TenantId, userId: UserId, terms: SparseVector, limit: number): Promise<readonly FoundItem[]>;
  abstract changesOf(tenant: TenantId, userId: UserId): Promise<readonly ProfileChange[]>;
}

export interface ProfileChange {
  readonly key: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly cause: string;
  readonly atMs: number;
}
