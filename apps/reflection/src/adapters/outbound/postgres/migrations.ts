import { tenantPolicy, type Migration } from '@plinth/postgres';

export const reflectionMigrations: readonly Migration[] = [
  {
    id: '0001_policies_and_verdicts',
    sql: `
      CREATE TABLE policy_sets (version text PRIMARY KEY, policies jsonb NOT NULL, loaded_at bigint NOT NULL);
      CREATE TABLE verdicts (
        tenant text NOT NULL, command_id text NOT NULL, user_id text NOT NULL, session text, turn text, round integer NOT NULL,
        outcome text NOT NULL, partial boolean NOT NULL, codes text[] NOT NULL, policy_version text NOT NULL,
        duration_ms double precision NOT NULL, at bigint NOT NULL,
        PRIMARY KEY (tenant, command_id));
      CREATE INDEX verdicts_user ON verdicts (tenant, user_id);
      ${tenantPolicy('verdicts', { everyTenant: true })}`,
  },
];
