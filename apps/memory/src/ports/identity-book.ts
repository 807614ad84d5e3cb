import type { Refusal, TenantId, UserId } from '@plinth/kernel';
import type { SessionName } from './session-book';

/** One id given up for another: of a user of ours, or the derived one of a channel's user. */
export interface Merge {
  readonly mergeId: string;
  readonly from: UserId;
  readonly into: UserId;
}

export interface MergeOutcome extends Merge {
  /** It stood already. */
  readonly repeated: boolean;
  /** Those whose hot copies are of another user now. */
  readonly sessions: readonly SessionName[];
}

/** A user's identity with a channel, as sent. */
export interface ChannelLink {
  readonly channel: string;
  readonly externalId: string;
}

export interface MergeRequest extends Merge {
  readonly tenant: TenantId;
  /** The link that the merge comes from, which is kept with the user. */
  readonly link?: ChannelLink;
  /** Who decided it; stands in the change log. */
  readonly actor: string;
  readonly nowMs: number;
}

/**
 * Which ids are one user's (M22).
 * 1. An id that has been merged means the user it was merged into, in one step: a later merge of that user moves it on.
 * 2. A merge moves the memory of `from` in one transaction, and each row is noted. Where both knew the same, one of two stands: the fact
 *    observed last, the contact changed last, the item of `into`, re-stated; the other is deprecated.
 * 3. Undoing takes exactly the noted rows back, with the later turns of the noted sessions, and gives what was deprecated its place again
 *    unless something newer has taken it. What came later otherwise, and later changes of the rows themselves, stay as they are.
 * 4. Merges of a tenant happen one after another. The same merge again moves only what a turn under way had still written to `from`.
 */
export abstract class IdentityBook {
  abstract canonicalOf(tenant: TenantId, userId: UserId): Promise<UserId>;
  /** Refused: `same_user`, `already_merged` (into another user), `erasure_running` (of either). */
  abstract merge(request: MergeRequest): Promise<MergeOutcome | Refusal>;
  /** Of every tenant, the merges since then that stand, a page in the order of their ids, behind `after`. */
  abstract mergedSince(
    sinceMs: number,
    after: string,
  ): Promise<readonly { readonly tenant: TenantId; readonly mergeId: string }[]>;
  /**
   * Moves what a turn under way has still written to the id given up, on through later merges of its user. Nothing where the merge does not
   * stand any more. Answers the sessions whose hot copies are of another user now.
   */
  abstract bringRest(tenant: TenantId, mergeId: string, actor: string): Promise<MergeOutcome['sessions']>;
  /** The merge that an id was given up in and still is. */
  abstract standingMerge(tenant: TenantId, from: UserId): Promise<Merge | undefined>;
  /** Undone already: answers the same. Refused: `merge_not_found`, `merged_since` (its user was merged on; undo that first), `erasure_running`. */
  abstract undo(
    tenant: TenantId,
    mergeId: string,
    undo: { readonly actor: string; readonly nowMs: number; readonly link?: ChannelLink },
  ): Promise<MergeOutcome | Refusal>;
}
