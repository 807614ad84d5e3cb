import type { Mention } from './hear';
import type { IndexedSlot } from './schema-index';

/** A value that a text names for a slot; whether it changes the state is for others to say. */
export interface Reading extends Mention {
  readonly slot: IndexedSlot;
  readonly value: string;
}
