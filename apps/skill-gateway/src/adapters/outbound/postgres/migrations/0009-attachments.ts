import { tenantPolicy, type Migration } from '@plinth/postgres';

/** Full results that were summarised; personal, hence deleted with their users, and after their time. */
export const attachments: Migration = {
  id: '0009_attachments',
  sql: `
    CREATE TABLE attachments (
      tenant text NOT NULL, id text NOT NULL, command_id text NOT NULL, user_id text NOT NULL, skill text NOT NULL,
      version text NOT NULL, content text NOT NULL, bytes integer NOT NULL, sha256 text NOT NULL, stored_at_ms bigint NOT NULL,
      PRIMARY KEY (tenant, id));
    CREATE INDEX attachments_user ON attachments (user_id, tenant);
    CREATE INDEX attachments_age ON attachments (stored_at_ms);
    ${tenantPolicy('attachments', { everyTenant: true })}`,
};
