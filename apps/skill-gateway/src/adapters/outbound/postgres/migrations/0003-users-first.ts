import type { Migration } from '@plinth/postgres';

/** A plan is kept for the life of a connection. Made while the tables are small, it took any index that begins with the tenant for a command's row, and read all of a tenant later on; now only the primary key begins so. */
export const usersFirst: Migration = {
  id: '0003_users_first',
  sql: `
      DROP INDEX invocations_user;
      CREATE INDEX invocations_user ON invocations (user_id, tenant);`,
};
