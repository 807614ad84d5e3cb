import type { SlotChange } from '../tracking/task-turn';
import type { Mention } from './hear';
import type { IndexedSlot } from './schema-index';

/** A value that a text names for a slot; whether it changes the state is for others to say. */
export interface Reading extends Mention {
  readonly slot: IndexedSlot;
  readonly value: string;
  /** `said` where it is left out. */
  readonly because?: SlotChange['because'];
}

/** A slot with a closed set of values takes no other. */
export function isAllowed({ slot, value }: Reading): boolean {
  return slot.slot.values?.includes(value) ?? true;
}
