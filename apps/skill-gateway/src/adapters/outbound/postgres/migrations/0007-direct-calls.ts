import type { Migration } from '@plinth/postgres';

/** `direct`: asked by a client itself. The secret signs confirmations, the same on every replica. */
export const directCalls: Migration = {
  id: '0007_direct_calls',
  sql: `
    ALTER TABLE invocations ADD COLUMN direct boolean NOT NULL DEFAULT false;

    CREATE TABLE signing_secret (only_row boolean PRIMARY KEY CHECK (only_row), secret text NOT NULL);
    INSERT INTO signing_secret VALUES (true, gen_random_uuid()::text || gen_random_uuid()::text);`,
};
