import type { MemoryItem } from '@plinth/contracts';
import type { JsonObject, UserId } from '@plinth/kernel';

/** An item as a client gives it, its instants in ms. */
export interface ItemDraft {
  readonly userId: UserId;
  readonly kind: MemoryItem['kind'];
  /** Either a text, or open attributes, of which each is a statement of its own (M1). */
  readonly content?: string;
  readonly attributes?: JsonObject;
  readonly key?: string;
  readonly source: { readonly id: string; readonly channel: string; readonly type: MemoryItem['source_type'] };
  readonly timestampMs: number;
  readonly validFromMs?: number;
  /** Undefined: until superseded. */
  readonly validUntilMs?: number;
  readonly importance?: number;
  readonly confidence?: number;
  readonly space?: string;
  readonly task?: string;
}

/** What became of one draft. */
export type ItemOutcome = {
  readonly id: string;
  readonly kind: MemoryItem['kind'] | 'candidate';
  readonly key?: string;
  readonly status: 'active' | 'reference' | 'candidate' | 'deprecated' | 'unchanged';
  /** The same content stood already, under this id. */
  readonly restated?: boolean;
  /** Why it is of another kind than the one asked for. */
  readonly reason?: string;
};
