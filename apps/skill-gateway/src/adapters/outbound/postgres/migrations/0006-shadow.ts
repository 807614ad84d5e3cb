import { everyTenantPolicy, tenantPolicy, type Migration } from '@plinth/postgres';

/**
 * What is learned beside calls. Figures belong to no tenant: they count, and name nobody. Personal are `recorded_calls`; the other tables
 * hold ids, and no word of a user. Of all of them an erasure leaves nothing of him; what is written in batches, of many tenants, asks whether
 * it was noted.
 */
export const shadow: Migration = {
  id: '0006_shadow',
  sql: `
      ${everyTenantPolicy('erasures')}

      CREATE TABLE skill_figures (
        skill text NOT NULL, start_ms bigint NOT NULL, version text NOT NULL, measure text NOT NULL, against text NOT NULL,
        process text NOT NULL, calls bigint NOT NULL, errors bigint NOT NULL, latency bigint[] NOT NULL,
        compared bigint NOT NULL, differed bigint NOT NULL, dropped bigint NOT NULL,
        PRIMARY KEY (skill, start_ms, version, measure, against, process));

      CREATE TABLE served_calls (
        tenant text NOT NULL, command_id text NOT NULL, session_id text, turn_id text, user_id text NOT NULL,
        skill text NOT NULL, version text NOT NULL, lane text NOT NULL, at_ms bigint NOT NULL,
        PRIMARY KEY (tenant, command_id));
      CREATE INDEX served_calls_turn ON served_calls (turn_id, session_id, tenant);
      CREATE INDEX served_calls_user ON served_calls (user_id, tenant);
      CREATE INDEX served_calls_age ON served_calls (at_ms);
      ${tenantPolicy('served_calls', { everyTenant: true })}

      CREATE TABLE call_outcomes (
        tenant text NOT NULL, call_id text NOT NULL, session_id text NOT NULL, turn_id text NOT NULL, skill text NOT NULL,
        resolved boolean, complaint boolean, handling_ms double precision, observed_at_ms bigint NOT NULL,
        kept_at_ms bigint NOT NULL,
        PRIMARY KEY (tenant, call_id, session_id, turn_id, skill));
      CREATE INDEX call_outcomes_age ON call_outcomes (kept_at_ms);
      ${tenantPolicy('call_outcomes', { everyTenant: true })}

      CREATE TABLE difference_samples (
        tenant text NOT NULL, command_id text NOT NULL, candidate text NOT NULL, user_id text NOT NULL, skill text NOT NULL,
        baseline text NOT NULL, at_ms bigint NOT NULL, differences jsonb NOT NULL, left_off integer NOT NULL,
        PRIMARY KEY (tenant, command_id, candidate));
      CREATE INDEX difference_samples_pair ON difference_samples (skill, baseline, candidate, at_ms);
      CREATE INDEX difference_samples_user ON difference_samples (user_id, tenant);
      ${tenantPolicy('difference_samples', { everyTenant: true })}

      CREATE TABLE recorded_calls (
        tenant text NOT NULL, command_id text NOT NULL, session_id text, turn_id text, user_id text NOT NULL,
        skill text NOT NULL, version text NOT NULL, at_ms bigint NOT NULL, input jsonb NOT NULL, reply jsonb NOT NULL,
        PRIMARY KEY (tenant, command_id));
      CREATE INDEX recorded_calls_skill ON recorded_calls (skill, at_ms, command_id);
      CREATE INDEX recorded_calls_user ON recorded_calls (user_id, tenant);
      CREATE INDEX recorded_calls_age ON recorded_calls (at_ms);
      ${tenantPolicy('recorded_calls', { everyTenant: true })}
      CREATE INDEX invocations_succeeded ON invocations (skill, opened_at_ms, command_id) WHERE status = 'succeeded';

      CREATE TABLE replays (
        tenant text NOT NULL, id text NOT NULL, skill text NOT NULL, candidate text NOT NULL, since_ms bigint NOT NULL,
        asked_at_ms bigint NOT NULL, turns text[], status text NOT NULL CHECK (status IN ('running', 'completed', 'stopped')),
        reason text, same bigint NOT NULL, different bigint NOT NULL, failed bigint NOT NULL, skipped bigint NOT NULL,
        after_ms bigint, after_id text, lease_token text NOT NULL, lease_until_ms bigint NOT NULL, ended_at_ms bigint,
        PRIMARY KEY (tenant, id));
      CREATE INDEX replays_running ON replays (lease_until_ms) WHERE status = 'running';
      ${tenantPolicy('replays', { everyTenant: true })}

      CREATE TABLE replay_differences (
        tenant text NOT NULL, replay_id text NOT NULL, command_id text NOT NULL, user_id text NOT NULL, version text NOT NULL,
        differences jsonb NOT NULL, left_off integer NOT NULL,
        PRIMARY KEY (tenant, replay_id, command_id));
      CREATE INDEX replay_differences_user ON replay_differences (user_id, tenant);
      ${tenantPolicy('replay_differences', { everyTenant: true })}`,
};
