import type { TenantId, UserId } from '@plinth/kernel';
import type { ForgettingPolicy } from '../domain/forgetting/forgetting-policy';
import type { ItemLife } from '../domain/forgetting/item-life';

/** What a user thought of an item that a turn has used. */
export interface Feedback {
  readonly tenant: TenantId;
  readonly userId: UserId;
  readonly itemId: string;
  readonly turnId: string;
  readonly useful: boolean;
}

/** A value that a user had confirmed and then corrected: what the extraction is tested by (M23). */
export interface ExtractionSample {
  readonly userId: string;
  readonly said: string;
  readonly key: string;
  readonly wrong: string;
  readonly value: string;
  readonly correctedAtMs: number;
}

/** How items fare with those who use them (M16, M23). */
export abstract class ItemLives {
  /**
   * Notes the feedback and what `decide` makes of the item by it, in one transaction, once for each item and turn: the first word
   * stands. `unknown` when the user has no such live item.
   */
  abstract give(
    feedback: Feedback,
    policy: ForgettingPolicy,
    nowMs: number,
    decide: (item: ItemLife) => ItemLife,
  ): Promise<'recorded' | 'repeated' | 'unknown'>;
  /** Counts items of the user as used once each; ids that he has not are passed over. */
  abstract use(
    used: { readonly tenant: TenantId; readonly userId: UserId; readonly itemIds: readonly string[] },
    policy: ForgettingPolicy,
    nowMs: number,
  ): Promise<void>;
  /** Of every user of the tenant, newest first. */
  abstract samples(tenant: TenantId, limit: number): Promise<readonly ExtractionSample[]>;
}
