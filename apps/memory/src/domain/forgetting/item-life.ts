import type { MemoryItem } from '@plinth/contracts';

/** What forgetting knows of an item (M16). Instants in ms. */
export interface ItemLife {
  readonly id: string;
  readonly kind: MemoryItem['kind'];
  readonly status: 'active' | 'reference';
  readonly importance: number;
  /** 1 when it is written; 0 is the least. */
  readonly decayFactor: number;
  readonly uselessStreak: number;
  /** How often it was said. */
  readonly restated: number;
  /** Days through which it has been used, up to its last use. */
  readonly hitDays: number;
  readonly stable: boolean;
  /** The night that was counted last, as YYYY-MM-DD; null before the first. */
  readonly decayedOn: string | null;
  /** When it was said last. */
  readonly observedAtMs: number;
  readonly createdAtMs: number;
  readonly lastUsedMs: number | null;
  readonly validUntilMs: number | null;
  /** Until then no forgetting and no erasure takes it (M18). */
  readonly retainedUntilMs: number | null;
}

/** An item after forgetting has looked at it. */
export interface ForgottenItem extends Omit<ItemLife, 'status'> {
  readonly status: ItemLife['status'] | 'archived';
}
