import type { Migration } from '@plinth/postgres';

/** `imported`: its contract was completed by defaults, from a description under another name (`origin`); no person has looked at it yet. */
export const registrationStates: Migration = {
  id: '0004_registration_states',
  sql: `
    ALTER TABLE skills
      ADD COLUMN state text NOT NULL DEFAULT 'complete' CHECK (state IN ('complete', 'imported')),
      ADD COLUMN origin jsonb;`,
};
