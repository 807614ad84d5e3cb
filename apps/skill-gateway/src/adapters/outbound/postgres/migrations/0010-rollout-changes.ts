import type { Migration } from '@plinth/postgres';

/** By them a replica loads no more than what has changed: rollouts change often, thousands of skills hardly ever. */
export const rolloutChanges: Migration = {
  id: '0010_rollout_changes',
  sql: `
    ALTER TABLE registry_revision ADD COLUMN skills_revision bigint NOT NULL DEFAULT 0;
    UPDATE registry_revision SET skills_revision = revision;
    ALTER TABLE rollouts ADD COLUMN changed_at bigint NOT NULL DEFAULT 0;
    CREATE INDEX rollouts_changed ON rollouts (changed_at);`,
};
