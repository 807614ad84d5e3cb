import type { Migration } from '@plinth/postgres';

/** The rule that keeps an item, for the receipt of an erasure that it has refused (M18). */
export const memoryRetainedBy: Migration = {
  id: '0007_retained_by',
  sql: 'ALTER TABLE memory_items ADD COLUMN retained_by text;',
};
