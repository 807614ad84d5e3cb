import type { TenantId, UserId } from '@plinth/kernel';
import type { Traces } from '../domain/profile/traces';
import type { ErasedPart, Searched } from './erasure-ledger';
import type { SessionName } from './session-book';

export interface ItemTraces extends Traces {
  /** In which it was said, whatever words it was said by; and in which sessions. */
  readonly turns: readonly string[];
  readonly sessionsSaidIn: readonly string[];
}

export interface ErasedItem extends Omit<ErasedPart, 'sessions'> {
  /** What there was to be erased, to search for copies by; recorded nowhere. Absent when a rule keeps the item. */
  readonly traces?: ItemTraces;
  /** What stays on purpose, without a word of the user. */
  readonly kept: readonly string[];
  /** Sessions in which it was said, each at a version that no older copy reaches. */
  readonly sessions: readonly (SessionName & { readonly version: number })[];
}

/** One item of a user, in the scope of that user (M18). */
export abstract class ItemErasure {
  /**
   * Deletes the item, what was derived from it or says the same under its key, the texts of the turns in which it was said, its value in
   * sessions, log and recorded answers, in one transaction; or nothing when a retention rule keeps it. What merely holds the same
   * characters stays. Undefined when the user has no such item.
   */
  abstract erase(tenant: TenantId, userId: UserId, itemId: string, nowMs: number): Promise<ErasedItem | undefined>;
  abstract search(tenant: TenantId, userId: UserId, traces: ItemTraces): Promise<readonly Searched[]>;
}
