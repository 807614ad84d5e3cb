import { mergingPolicy, tenantUserPolicy, type Migration } from '@plinth/postgres';

/**
 * The skills that have served a user, by session, so that they move with it; and of a session whose task had its effect at update
 * `done_at`, or which has ended, what is left of the task (M5). Personal text stands in `slots`.
 */
export const memoryActivity: Migration = {
  id: '0012_activity',
  sql: [
    `CREATE TABLE user_actions (
       tenant text NOT NULL, user_id text NOT NULL, session_id text NOT NULL, action text NOT NULL, count integer NOT NULL,
       first_at_ms bigint NOT NULL, last_at_ms bigint NOT NULL,
       PRIMARY KEY (tenant, user_id, session_id, action));
     CREATE TABLE task_states (
       tenant text NOT NULL, user_id text NOT NULL, session_id text NOT NULL, slots jsonb NOT NULL DEFAULT '{}',
       done_at integer NOT NULL DEFAULT 0, done_by text, updated_at_ms bigint NOT NULL,
       PRIMARY KEY (tenant, user_id, session_id));`,
    ...['user_actions', 'task_states'].flatMap((table) => [tenantUserPolicy(table), mergingPolicy(table)]),
  ].join('\n'),
};

export const ACTIVITY_TABLES: readonly string[] = ['user_actions', 'task_states'];
