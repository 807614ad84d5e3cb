import type { TenantId, UserId } from '@plinth/kernel';

export interface QueuedItem {
  readonly tenant: TenantId;
  /** Absent for what the organisation shares. */
  readonly userId?: UserId;
  readonly itemId: string;
  /** How often it has been claimed, this time included. */
  readonly tries: number;
}
export type ClaimedItem = QueuedItem & { readonly text: string };
export type EmbeddedItem = QueuedItem & { readonly values: readonly number[] };

/** Items that wait for a vector of a model; each was queued in the transaction that has written it. */
export abstract class EmbeddingQueue {
  /** Items that are due, with their texts; nobody else gets them before the lease ends. What has no text any more leaves the queue. */
  abstract claim(model: string, nowMs: number, leaseMs: number, limit: number): Promise<readonly ClaimedItem[]>;
  /** Stores the vectors and takes the items from the queue in one transaction; an item that was deleted meanwhile gets none (M18). */
  abstract store(model: string, items: readonly EmbeddedItem[]): Promise<void>;
  abstract postpone(model: string, items: readonly (QueuedItem & { readonly dueAtMs: number })[]): Promise<void>;
  /** How many wait, counted up to `limit`. */
  abstract waiting(model: string, limit: number): Promise<number>;
}
