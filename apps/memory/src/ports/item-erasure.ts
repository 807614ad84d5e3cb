import type { TenantId, UserId } from '@plinth/kernel';
import type { ErasedPart, Searched } from './erasure-ledger';
import type { SessionName } from './session-book';

export interface ErasedItem extends Omit<ErasedPart, 'sessions'> {
  /** The item and what was made of it. */
  readonly ids: readonly string[];
  /** What they said, to search for copies by; recorded nowhere. */
  readonly texts: readonly string[];
  /** Sessions in which it was said, each at a version that no older copy reaches. */
  readonly sessions: readonly (SessionName & { readonly version: number })[];
}

/** One item of a user, in the scope of that user (M18). */
export abstract class ItemErasure {
  /**
   * Deletes the item, what was derived from it, and its words in the dialogue, the profile's log and recorded replies, in one transaction;
   * or nothing when a retention rule keeps it. Undefined when the user has no such item.
   */
  abstract erase(tenant: TenantId, userId: UserId, itemId: string, nowMs: number): Promise<ErasedItem | undefined>;
  abstract search(
    tenant: TenantId,
    userId: UserId,
    erased: Pick<ErasedItem, 'ids' | 'texts'>,
  ): Promise<readonly Searched[]>;
}
