import type { Migration } from '@plinth/postgres';

/** By `turn_id` a turn counts once, however often it is committed; `proposed_at_ms` is when the user was last asked for the value (M15). */
export const memorySignals: Migration = {
  id: '0009_signals',
  sql: 'ALTER TABLE preference_signals ADD COLUMN turn_id text, ADD COLUMN proposed_at_ms bigint;',
};
