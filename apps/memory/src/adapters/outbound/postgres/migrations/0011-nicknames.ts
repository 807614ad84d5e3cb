import type { Migration } from '@plinth/postgres';

/** What custom calls a contact, beside what its owner does (M5): filled in whenever the contact is written. */
export const memoryNicknames: Migration = {
  id: '0011_nicknames',
  sql: `ALTER TABLE contacts ADD COLUMN derived_nicknames text[] NOT NULL DEFAULT '{}';`,
};
