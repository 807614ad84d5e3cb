import { tenantPolicy, type Migration } from '@plinth/postgres';

/** Personal are only `input` and `reply`; both are nullable and emptied by an erasure. */
export const registryAndInvocations: Migration = {
  id: '0001_registry_and_invocations',
  sql: `
      CREATE TABLE skills (
        name text NOT NULL, version text NOT NULL, manifest jsonb NOT NULL, provider_url text NOT NULL,
        PRIMARY KEY (name, version));
      CREATE TABLE rollouts (
        skill text PRIMARY KEY, baseline text NOT NULL, candidate text, weight double precision NOT NULL,
        revoked text[] NOT NULL, revision bigint NOT NULL);
      CREATE TABLE registry_revision (only_row boolean PRIMARY KEY CHECK (only_row), revision bigint NOT NULL);
      INSERT INTO registry_revision VALUES (true, 0);

      CREATE TABLE invocations (
        tenant text NOT NULL, command_id text NOT NULL, session_id text, turn_id text, request_id text, trace jsonb NOT NULL,
        skill text NOT NULL, version text, lane text, user_id text NOT NULL,
        input jsonb, reply jsonb, erased boolean NOT NULL DEFAULT false,
        status text NOT NULL CHECK (status IN ('started', 'succeeded', 'failed', 'unknown')), code text NOT NULL,
        due boolean NOT NULL, lease_token text NOT NULL, lease_until_ms bigint NOT NULL, takes integer NOT NULL DEFAULT 1,
        opened_at_ms bigint NOT NULL, settled_at_ms bigint,
        PRIMARY KEY (tenant, command_id));
      CREATE INDEX invocations_due ON invocations (lease_until_ms) WHERE due;
      CREATE INDEX invocations_user ON invocations (tenant, user_id);
      ${tenantPolicy('invocations', { everyTenant: true })}`,
};
