import type { Migration } from '@plinth/postgres';

/** What a search found after an erasure, and when the first row ends that a retention rule has kept from it (M18). */
export const memoryErasures: Migration = {
  id: '0005_erasures',
  sql: `
    ALTER TABLE erasures ADD COLUMN verified jsonb, ADD COLUMN retained_until_ms bigint;
    CREATE INDEX erasures_retained ON erasures (retained_until_ms) WHERE retained_until_ms IS NOT NULL;
  `,
};
