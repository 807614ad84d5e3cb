import { appendFunction } from './append-function';
import { tenantPolicy, type Migration } from '@plinth/postgres';

/**
 * `data` and `texts` are `json`, not `jsonb`: they are only ever written and read whole. Personal text stands in `session_events.texts` and
 * `model_calls.answer` alone. `sessions` is found by sweepers of every tenant, so its policy and the events' admit that scope.
 */
export const orchestratorMigrations: readonly Migration[] = [
  {
    id: 'orchestrator_0001_journal',
    sql: `
      CREATE TABLE sessions (
        tenant text NOT NULL, session_id text NOT NULL,
        seq integer NOT NULL, base_seq integer NOT NULL,
        user_key text, user_id text, wake_at_ms bigint, wakes integer NOT NULL DEFAULT 0,
        PRIMARY KEY (tenant, session_id));
      COMMENT ON COLUMN sessions.base_seq IS 'seq before the last append: what an append has to have expected';
      CREATE INDEX sessions_waiting ON sessions (wake_at_ms) WHERE wake_at_ms IS NOT NULL;
      CREATE INDEX sessions_of_sent_user ON sessions (tenant, user_key) WHERE user_key IS NOT NULL;
      CREATE INDEX sessions_of_user ON sessions (tenant, user_id) WHERE user_id IS NOT NULL;

      CREATE TABLE session_events (
        tenant text NOT NULL, session_id text NOT NULL, seq integer NOT NULL,
        event_id uuid NOT NULL, turn_id uuid, type text NOT NULL, at_ms bigint NOT NULL, source text NOT NULL,
        causation uuid, request_id text, trace text, data json NOT NULL, texts json,
        PRIMARY KEY (tenant, session_id, seq));
      CREATE UNIQUE INDEX session_events_id ON session_events (tenant, event_id);
      CREATE INDEX session_events_turn ON session_events (turn_id)
        WHERE type IN ('turn.requested.v1', 'turn.completed.v1', 'turn.failed.v1', 'turn.cancelled.v1');

      CREATE TABLE flows (hash text PRIMARY KEY, name text NOT NULL, body json NOT NULL);

      CREATE TABLE model_calls (
        tenant text NOT NULL, command_id uuid NOT NULL, session_id text NOT NULL,
        leased_until_ms bigint NOT NULL, answer json,
        PRIMARY KEY (tenant, command_id));
      CREATE INDEX model_calls_age ON model_calls (leased_until_ms);

      ${tenantPolicy('sessions', { everyTenant: true })}
      ${tenantPolicy('session_events', { everyTenant: true })}
      ${tenantPolicy('model_calls', { everyTenant: true })}
    `,
  },
  appendFunction,
];
