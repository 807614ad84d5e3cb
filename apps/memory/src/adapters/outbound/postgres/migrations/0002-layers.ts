import { curatorPolicy, everyTenantPolicy, mergingPolicy, tenantPolicy, tenantUserPolicy } from '@plinth/postgres';
import type { Migration } from '@plinth/postgres';
import { TABLES_OF_A_USER } from './0001-memory';

/**
 * What an item carries (M7), its life (M16), its place (M21, M27) and both of its times (M29): `valid_*` is when it holds, `created_at_ms`
 * to `retired_at_ms` when it was believed. `happened_*` is the time that its content speaks of, end exclusive.
 */
const ITEMS = `
  ALTER TABLE memory_items DROP CONSTRAINT memory_items_status_check;
  ALTER TABLE memory_items
    ADD CONSTRAINT memory_items_status_check CHECK (status IN ('active', 'reference', 'archived', 'deprecated')),
    ADD COLUMN attributes jsonb, ADD COLUMN content_hash text, ADD COLUMN space text NOT NULL DEFAULT '', ADD COLUMN task text, ADD COLUMN language text,
    ADD COLUMN happened_from_ms bigint, ADD COLUMN happened_until_ms bigint, ADD COLUMN retired_at_ms bigint, ADD COLUMN retained_until_ms bigint,
    ADD COLUMN derived_from text[] NOT NULL DEFAULT '{}',
    ADD COLUMN decay_factor real NOT NULL DEFAULT 1, ADD COLUMN useless_streak integer NOT NULL DEFAULT 0,
    ADD COLUMN restated integer NOT NULL DEFAULT 1, ADD COLUMN hit_days integer NOT NULL DEFAULT 0, ADD COLUMN stable boolean NOT NULL DEFAULT false,
    ADD COLUMN decayed_on date, ADD COLUMN version integer NOT NULL DEFAULT 1;
  CREATE UNIQUE INDEX memory_items_once ON memory_items (tenant, user_id, space, kind, content_hash) WHERE status IN ('active', 'reference');
  CREATE INDEX memory_items_derived ON memory_items USING gin (derived_from) WHERE derived_from <> '{}';
  ALTER TABLE profile_facts ADD COLUMN retired_at_ms bigint, ADD COLUMN hits integer NOT NULL DEFAULT 0, ADD COLUMN last_accessed_at_ms bigint,
    ADD COLUMN version integer NOT NULL DEFAULT 1;
  ALTER TABLE change_log ADD COLUMN actor text;
  ALTER TABLE users ADD COLUMN mode text CHECK (mode IN ('confirm', 'learn')), ADD COLUMN segment text, ADD COLUMN attributes jsonb;
`;

/** The narrow tables that the arms scan; the trigger keeps their filters as the item has them, whoever changes it. */
const SEARCH = `
  ALTER TABLE item_terms
    ADD COLUMN live boolean NOT NULL DEFAULT true, ADD COLUMN reference boolean NOT NULL DEFAULT false,
    ADD COLUMN space text NOT NULL DEFAULT '', ADD COLUMN kind text NOT NULL DEFAULT 'fact',
    ADD COLUMN recorded_at_ms bigint NOT NULL DEFAULT 0, ADD COLUMN retired_at_ms bigint, ADD COLUMN valid_from_ms bigint NOT NULL DEFAULT 0,
    ADD COLUMN valid_until_ms bigint, ADD COLUMN happened_from_ms bigint, ADD COLUMN happened_until_ms bigint;
  CREATE TABLE item_vectors (
    tenant text NOT NULL, user_id text NOT NULL, item_id text NOT NULL, model text NOT NULL, vector halfvec NOT NULL,
    PRIMARY KEY (tenant, user_id, item_id, model));
  ALTER TABLE item_vectors ALTER COLUMN vector SET STORAGE PLAIN;
  CREATE TABLE embedding_queue (
    tenant text NOT NULL, user_id text, item_id text NOT NULL, model text NOT NULL, tries integer NOT NULL DEFAULT 0, due_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant, item_id, model));
  CREATE INDEX embedding_queue_due ON embedding_queue (due_at_ms);
  CREATE FUNCTION keep_item_terms() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE item_terms SET live = NEW.status IN ('active', 'reference'), reference = NEW.status = 'reference', space = NEW.space, kind = NEW.kind,
      recorded_at_ms = NEW.created_at_ms, retired_at_ms = NEW.retired_at_ms, valid_from_ms = NEW.valid_from_ms, valid_until_ms = NEW.valid_until_ms,
      happened_from_ms = NEW.happened_from_ms, happened_until_ms = NEW.happened_until_ms
    WHERE tenant = NEW.tenant AND user_id = NEW.user_id AND item_id = NEW.id;
    RETURN NEW;
  END $$;
  CREATE TRIGGER keep_item_terms AFTER UPDATE OF status, space, kind, retired_at_ms, valid_from_ms, valid_until_ms, happened_from_ms, happened_until_ms
    ON memory_items FOR EACH ROW EXECUTE FUNCTION keep_item_terms();
`;

/** What is said in a session, for its window and its summaries (M3), and the signals of an implicit preference (M15). */
const DIALOGUE = `
  CREATE TABLE session_rounds (
    tenant text NOT NULL, session_id text NOT NULL, turn_id text NOT NULL, user_id text NOT NULL, n integer NOT NULL,
    said text, replied text, slots jsonb, said_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant, session_id, turn_id));
  CREATE INDEX session_rounds_order ON session_rounds (tenant, session_id, n);
  CREATE INDEX session_rounds_user ON session_rounds (tenant, user_id);
  CREATE TABLE session_notes (
    tenant text NOT NULL, session_id text NOT NULL, user_id text NOT NULL, summary text, summary_until integer NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant, session_id));
  CREATE TABLE preference_signals (
    tenant text NOT NULL, user_id text NOT NULL, key text NOT NULL, value text NOT NULL, session_id text NOT NULL, count integer NOT NULL, last_seen_ms bigint NOT NULL,
    PRIMARY KEY (tenant, user_id, key, value, session_id));
  CREATE TABLE item_feedback (
    tenant text NOT NULL, user_id text NOT NULL, item_id text NOT NULL, turn_id text NOT NULL, useful boolean NOT NULL, given_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant, user_id, item_id, turn_id));
  CREATE TABLE extraction_samples (
    tenant text NOT NULL, user_id text NOT NULL, id text NOT NULL, said text, key text NOT NULL, wrong text, value text, corrected_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant, user_id, id));
`;

/** What an organisation shares (M21) and its documents by clause (M30). An item without a user is the organisation's own. */
const SHARED = `
  CREATE TABLE members (
    tenant text NOT NULL, user_id text NOT NULL, department text NOT NULL, role text NOT NULL CHECK (role IN ('employee', 'manager', 'admin')),
    joined_at_ms bigint NOT NULL, PRIMARY KEY (tenant, user_id, department));
  CREATE TABLE contacts (
    tenant text NOT NULL, id text NOT NULL, user_id text NOT NULL, name text, nicknames text[] NOT NULL DEFAULT '{}', email text, phone text, title text, company text,
    attributes jsonb, visibility text NOT NULL DEFAULT 'private' CHECK (visibility IN ('private', 'department', 'org')), department text,
    source_id text NOT NULL, source_type text NOT NULL, confidence real NOT NULL, status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'deprecated')),
    created_at_ms bigint NOT NULL, updated_at_ms bigint NOT NULL, version integer NOT NULL DEFAULT 1,
    CHECK (visibility <> 'department' OR department IS NOT NULL), PRIMARY KEY (tenant, id));
  CREATE UNIQUE INDEX contacts_once ON contacts (tenant, user_id, name) WHERE status = 'active';
  CREATE INDEX contacts_of_department ON contacts (tenant, department) WHERE status = 'active' AND visibility <> 'private';
  CREATE TABLE documents (
    tenant text NOT NULL, document_id text NOT NULL, version text NOT NULL, user_id text, title text NOT NULL, doc_type text NOT NULL, language text NOT NULL,
    media_type text NOT NULL, content_hash text NOT NULL, clauses integer NOT NULL, visibility text NOT NULL CHECK (visibility IN ('department', 'org')), department text,
    valid_from_ms bigint NOT NULL, valid_until_ms bigint, status text NOT NULL CHECK (status IN ('active', 'deprecated')), stored_at_ms bigint NOT NULL,
    CHECK (visibility <> 'department' OR department IS NOT NULL), PRIMARY KEY (tenant, document_id, version));
  CREATE UNIQUE INDEX documents_current ON documents (tenant, document_id) WHERE status = 'active';
  CREATE TABLE shared_items (
    tenant text NOT NULL, id text NOT NULL, user_id text, visibility text NOT NULL CHECK (visibility IN ('department', 'org')), department text,
    kind text NOT NULL, key text, content text, attributes jsonb, content_hash text NOT NULL,
    document_id text, document_version text, clause text, position integer, doc_type text, language text,
    source_id text NOT NULL, source_channel text, source_type text NOT NULL, confidence real NOT NULL, importance real NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'archived', 'deprecated')), valid_from_ms bigint NOT NULL, valid_until_ms bigint, retired_at_ms bigint,
    created_at_ms bigint NOT NULL, updated_at_ms bigint NOT NULL, last_accessed_at_ms bigint, hits integer NOT NULL DEFAULT 0, version integer NOT NULL DEFAULT 1,
    CHECK (visibility <> 'department' OR department IS NOT NULL), PRIMARY KEY (tenant, id));
  CREATE INDEX shared_items_document ON shared_items (tenant, document_id, document_version);
  CREATE TABLE shared_terms (
    tenant text NOT NULL, item_id text NOT NULL, user_id text, visibility text NOT NULL, department text, terms sparsevec(1000000000) NOT NULL,
    live boolean NOT NULL DEFAULT true, doc_type text, language text, recorded_at_ms bigint NOT NULL, retired_at_ms bigint, valid_from_ms bigint NOT NULL, valid_until_ms bigint,
    PRIMARY KEY (tenant, item_id));
  ALTER TABLE shared_terms ALTER COLUMN terms SET STORAGE PLAIN;
  CREATE TABLE shared_vectors (
    tenant text NOT NULL, item_id text NOT NULL, model text NOT NULL, user_id text, visibility text NOT NULL, department text, vector halfvec NOT NULL,
    PRIMARY KEY (tenant, item_id, model));
  ALTER TABLE shared_vectors ALTER COLUMN vector SET STORAGE PLAIN;
  CREATE FUNCTION keep_shared_terms() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE shared_terms SET live = NEW.status = 'active', retired_at_ms = NEW.retired_at_ms, valid_from_ms = NEW.valid_from_ms, valid_until_ms = NEW.valid_until_ms
    WHERE tenant = NEW.tenant AND item_id = NEW.id;
    RETURN NEW;
  END $$;
  CREATE TRIGGER keep_shared_terms AFTER UPDATE OF status, retired_at_ms, valid_from_ms, valid_until_ms
    ON shared_items FOR EACH ROW EXECUTE FUNCTION keep_shared_terms();
`;

/** Identities that were merged, with what it takes to undo it (M22), and the runs of the jobs (M19). Ids alone. */
const OPERATIONS = `
  CREATE TABLE identity_aliases (
    tenant text NOT NULL, alias text NOT NULL, user_id text NOT NULL, merge_id text NOT NULL, merged_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant, alias));
  CREATE INDEX identity_aliases_user ON identity_aliases (tenant, user_id);
  CREATE TABLE identity_merges (
    tenant text NOT NULL, merge_id text NOT NULL, user_id text NOT NULL, merged_user text NOT NULL, moved jsonb NOT NULL, merged_at_ms bigint NOT NULL, undone_at_ms bigint,
    PRIMARY KEY (tenant, merge_id));
  CREATE TABLE job_runs (
    tenant text NOT NULL, run_id text NOT NULL, job text NOT NULL, dry_run boolean NOT NULL, state text NOT NULL CHECK (state IN ('running', 'completed', 'failed')),
    cursor text, report jsonb NOT NULL DEFAULT '{}', started_at_ms bigint NOT NULL, updated_at_ms bigint NOT NULL, finished_at_ms bigint,
    PRIMARY KEY (tenant, run_id));
  CREATE INDEX job_runs_open ON job_runs (tenant, job) WHERE state = 'running';
`;

const TENANT = `tenant = nullif(current_setting('plinth.tenant', true), '')`;
const USER = `nullif(current_setting('plinth.user', true), '')`;

/** A user sees the shared rows that are his own, the organisation's, or of a department that he belongs to; an administrator sees all. */
const seenRows = (table: string): string => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
  CREATE POLICY seen_rows ON ${table} FOR SELECT USING (${TENANT} AND ${USER} IS NOT NULL AND (
    user_id = ${USER} OR visibility = 'org'
    OR (visibility = 'department' AND department IN (SELECT department FROM members WHERE ${TENANT} AND members.user_id = ${USER}))
    OR EXISTS (SELECT FROM members WHERE ${TENANT} AND members.user_id = ${USER} AND members.role = 'admin')));
  CREATE POLICY own_rows ON ${table} USING (${TENANT} AND user_id = ${USER});
`;

const OF_A_USER = [
  'item_vectors',
  'session_rounds',
  'session_notes',
  'preference_signals',
  'item_feedback',
  'extraction_samples',
];
const SHARED_TABLES = ['contacts', 'documents', 'shared_items', 'shared_terms', 'shared_vectors'];
const OF_A_TENANT = ['embedding_queue', 'members', 'identity_aliases', 'identity_merges', 'job_runs'];

/** Work on every user finds the users here and goes to each in that user's own scope, so that even jobs mix no two of them. */
const FOUND_BY_JOBS = ['users', 'sessions'];

/** The rows that stand already were all live, recorded with their items. */
const BACKFILL = `
  ALTER TABLE item_terms NO FORCE ROW LEVEL SECURITY;
  ALTER TABLE memory_items NO FORCE ROW LEVEL SECURITY;
  UPDATE item_terms SET kind = item.kind, recorded_at_ms = item.created_at_ms, valid_from_ms = item.valid_from_ms, valid_until_ms = item.valid_until_ms
  FROM memory_items item WHERE item.tenant = item_terms.tenant AND item.id = item_terms.item_id;
  ALTER TABLE item_terms FORCE ROW LEVEL SECURITY;
  ALTER TABLE memory_items FORCE ROW LEVEL SECURITY;
`;

export const memoryLayers: Migration = {
  id: '0002_layers',
  sql: [
    ITEMS,
    SEARCH,
    DIALOGUE,
    SHARED,
    OPERATIONS,
    ...OF_A_USER.map((table) => tenantUserPolicy(table)),
    ...FOUND_BY_JOBS.map(everyTenantPolicy),
    ...OF_A_TENANT.map((table) => tenantPolicy(table, { everyTenant: true })),
    ...SHARED_TABLES.flatMap((table) => [seenRows(table), curatorPolicy(table)]),
    ...[...TABLES_OF_A_USER, ...OF_A_USER, 'contacts'].map(mergingPolicy),
    BACKFILL,
  ].join('\n'),
};

export const LATER_TABLES_OF_A_USER: readonly string[] = OF_A_USER;
export { SHARED_TABLES };
