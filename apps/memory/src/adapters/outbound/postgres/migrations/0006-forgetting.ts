import type { Migration } from '@plinth/postgres';

/** An attribute that the profile has forgotten stays for reference until it is used, confirmed or replaced (M19). */
export const memoryForgetting: Migration = {
  id: '0006_forgetting',
  sql: `
  ALTER TABLE profile_facts DROP CONSTRAINT profile_facts_status_check;
  ALTER TABLE profile_facts ADD CONSTRAINT profile_facts_status_check
    CHECK (status IN ('candidate', 'asked', 'confirmed', 'refused', 'expired', 'active', 'reference', 'deprecated'));
  CREATE INDEX memory_items_of_session ON memory_items (tenant, user_id, session_id) WHERE session_id IS NOT NULL;`,
};
