import { tenantPolicy, tenantUserPolicy, type Migration } from '@plinth/postgres';

/**
 * Personal text stands in `operations`, `reply`, `intents`, `value`, `old_value`, `new_value`, `content` and `external_id`; an erasure
 * deletes these rows. `sessions` and `erasures` hold ids alone and are bound to the tenant, since they answer whose a thing is.
 */
const TABLES = `
  CREATE TABLE users (
    tenant text NOT NULL, user_id text NOT NULL, first_seen_ms bigint NOT NULL,
    PRIMARY KEY (tenant, user_id));
  CREATE TABLE identity_links (
    tenant text NOT NULL, channel text NOT NULL, external_id text NOT NULL, user_id text NOT NULL, linked_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant, user_id, channel, external_id));

  CREATE TABLE sessions (
    tenant text NOT NULL, session_id text NOT NULL, user_id text NOT NULL,
    version integer NOT NULL, started_at_ms bigint NOT NULL, ended_at_ms bigint, removed integer,
    PRIMARY KEY (tenant, session_id));
  CREATE INDEX sessions_of_user ON sessions (tenant, user_id);
  CREATE TABLE session_updates (
    tenant text NOT NULL, session_id text NOT NULL, n integer NOT NULL, user_id text NOT NULL, turn_id text NOT NULL,
    type text NOT NULL CHECK (type IN ('set', 'undo', 'clear')), origin text, undoes integer, operations jsonb,
    PRIMARY KEY (tenant, session_id, n));

  CREATE TABLE inbox (
    tenant text NOT NULL, command_id text NOT NULL, user_id text NOT NULL, kind text NOT NULL,
    session_id text, turn_id text, reply jsonb, intents jsonb, recorded_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant, command_id));
  CREATE UNIQUE INDEX inbox_assembled ON inbox (tenant, session_id, turn_id) WHERE kind = 'assemble';
  CREATE INDEX inbox_age ON inbox (recorded_at_ms);
  CREATE INDEX inbox_user ON inbox (tenant, user_id);

  CREATE TABLE profile_facts (
    tenant text NOT NULL, id text NOT NULL, user_id text NOT NULL, key text NOT NULL, value text,
    status text NOT NULL CHECK (status IN ('candidate', 'asked', 'confirmed', 'refused', 'expired', 'active', 'deprecated')),
    session_id text, source_id text NOT NULL, source_type text NOT NULL, confidence real NOT NULL,
    observed_at_ms bigint NOT NULL, valid_from_ms bigint NOT NULL, valid_until_ms bigint, created_at_ms bigint NOT NULL, updated_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant, id));
  CREATE UNIQUE INDEX profile_facts_active ON profile_facts (tenant, user_id, key) WHERE status = 'active';
  CREATE INDEX profile_facts_open ON profile_facts (tenant, user_id, session_id) WHERE status IN ('candidate', 'asked');
  CREATE INDEX profile_facts_waiting ON profile_facts (observed_at_ms) WHERE status IN ('candidate', 'asked');
  CREATE INDEX profile_facts_user ON profile_facts (tenant, user_id);
  CREATE TABLE change_log (
    tenant text NOT NULL, id text NOT NULL, user_id text NOT NULL, key text NOT NULL, old_value text, new_value text,
    cause text NOT NULL, changed_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant, id));
  CREATE INDEX change_log_user ON change_log (tenant, user_id, changed_at_ms);

  CREATE TABLE memory_items (
    tenant text NOT NULL, id text NOT NULL, user_id text NOT NULL, session_id text, kind text NOT NULL, key text, content text,
    source_id text NOT NULL, source_channel text, source_type text NOT NULL, confidence real NOT NULL, importance real NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'deprecated')),
    observed_at_ms bigint NOT NULL, valid_from_ms bigint NOT NULL, valid_until_ms bigint,
    created_at_ms bigint NOT NULL, updated_at_ms bigint NOT NULL, last_accessed_at_ms bigint, hits integer NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, id));
  CREATE INDEX memory_items_user ON memory_items (tenant, user_id);
  CREATE TABLE item_terms (
    tenant text NOT NULL, user_id text NOT NULL, item_id text NOT NULL, terms sparsevec(1000000000) NOT NULL,
    PRIMARY KEY (tenant, user_id, item_id));
  ALTER TABLE item_terms ALTER COLUMN terms SET STORAGE PLAIN;

  CREATE TABLE term_stats (
    tenant text NOT NULL, dimension integer NOT NULL, items bigint NOT NULL,
    PRIMARY KEY (tenant, dimension));
  CREATE TABLE tenant_stats (tenant text PRIMARY KEY, items bigint NOT NULL, total_length bigint NOT NULL);
  CREATE TABLE term_deltas (
    tenant text NOT NULL, seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, length integer NOT NULL, dimensions integer[] NOT NULL);

  CREATE TABLE erasures (
    tenant text NOT NULL, erasure_id text NOT NULL, user_id text NOT NULL, user_ids text[] NOT NULL,
    epoch_ms bigint NOT NULL, sent_at_ms bigint NOT NULL, completed boolean NOT NULL,
    PRIMARY KEY (tenant, erasure_id, user_id));
  CREATE INDEX erasures_user ON erasures (tenant, user_id);
  CREATE INDEX erasures_open ON erasures (sent_at_ms) WHERE NOT completed;
  CREATE TABLE erasure_answers (
    tenant text NOT NULL, erasure_id text NOT NULL, service text NOT NULL, counts jsonb NOT NULL, refused jsonb NOT NULL, answered_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant, erasure_id, service));
`;

const OF_A_USER = ['users', 'identity_links', 'session_updates', 'change_log', 'memory_items', 'item_terms'];
/** A sweeper must find these in every tenant. */
const OF_A_USER_SWEPT = ['inbox', 'profile_facts'];
const OF_A_TENANT_SWEPT = ['term_stats', 'tenant_stats', 'term_deltas', 'erasures', 'erasure_answers'];

export const memoryTables: Migration = {
  id: '0001_memory',
  sql: [
    TABLES,
    tenantPolicy('sessions'),
    ...OF_A_USER.map((table) => tenantUserPolicy(table)),
    ...OF_A_USER_SWEPT.map((table) => tenantUserPolicy(table, { everyTenant: true })),
    ...OF_A_TENANT_SWEPT.map((table) => tenantPolicy(table, { everyTenant: true })),
  ].join('\n'),
};

export const TABLES_OF_A_USER: readonly string[] = [...OF_A_USER, ...OF_A_USER_SWEPT];
