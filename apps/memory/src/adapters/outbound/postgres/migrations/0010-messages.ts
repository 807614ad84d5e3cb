import type { Migration } from '@plinth/postgres';

/**
 * What a user has said since the work on his memory was last done (M13). No index holds the count, so that counting stays an update in
 * place; `work_due` changes only where the count reaches its limit, and is what a sweep finds users by.
 */
export const memoryMessages: Migration = {
  id: '0010_messages',
  sql: `
  ALTER TABLE users ADD COLUMN messages integer NOT NULL DEFAULT 0, ADD COLUMN work_due boolean NOT NULL DEFAULT false;
  CREATE INDEX users_work_due ON users (tenant, user_id) WHERE work_due;`,
};
