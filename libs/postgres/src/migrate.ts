import { createHash } from 'node:crypto';
import { PermanentError } from '@plinth/kernel';
import { ensureRole } from './ensure-role';
import type { SqlDatabase } from './sql-database';
import type { SqlExecutor } from './sql-executor';
import { sqlName } from './sql-name';
import { assertRowSecurity } from './assert-row-security';

/** One step of a schema, for ever: once it has run anywhere, another step changes it, never an edit. */
export interface Migration {
  /** Unique in the schema, e.g. `0001_journal`. */
  readonly id: string;
  /** Any number of statements, run as the tables' owner with the schema first on the search path. */
  readonly sql: string;
}

export interface MigrateOptions {
  /** Must be the schema that the database was opened for. */
  readonly schema: string;
  /** The role that shall own schema and tables; default the login. */
  readonly owner?: string;
  /** In the order in which they run. */
  readonly migrations: readonly Migration[];
  /** Tables that have a column `tenant` and yet no forced row-level security, on purpose. */
  readonly withoutRowSecurity?: readonly string[];
}

/**
 * Makes the service's role and schema and runs what has not run yet, each migration in one transaction with its record in
 * `<schema>.schema_migrations`. Any number of replicas may call it at once. Answers the ids that this call ran.
 *
 * Throws PermanentError(`migration_changed`) when a migration that ran has another text now, and Error when a table with a column
 * `tenant` lacks forced row-level security (M20). Migrations that this code does not know are left alone: a newer replica ran them.
 */
export async function migrate(db: SqlDatabase, options: MigrateOptions): Promise<readonly string[]> {
  if (options.schema !== db.schema)
    throw new Error(`the database was opened for ${db.schema}, not for ${options.schema}`);
  assertDistinct(options.migrations);
  await ensureRole(db);
  const applied = await db.asOwner((tx) => prepare(tx, db, options));
  assertUnchanged(options, applied);
  const ran: string[] = [];
  for (const migration of options.migrations) {
    if (!applied.has(migration.id) && (await db.asOwner((tx) => apply(tx, db, options, migration))))
      ran.push(migration.id);
  }
  await db.asOwner((tx) => assertRowSecurity(tx, options.schema, options.withoutRowSecurity ?? []));
  return ran;
}

/** One lock per database, since schemas share extensions. Held until the transaction ends. */
async function lock(tx: SqlExecutor, options: MigrateOptions): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('plinth.migrate', 0))`);
  if (options.owner !== undefined) await tx.query(`SET LOCAL ROLE ${sqlName(options.owner)}`);
}

async function prepare(tx: SqlExecutor, db: SqlDatabase, options: MigrateOptions): Promise<Map<string, string>> {
  await lock(tx, options);
  const schema = sqlName(options.schema);
  await tx.query(`
    SET LOCAL client_min_messages = warning;
    CREATE SCHEMA IF NOT EXISTS ${schema};
    GRANT USAGE ON SCHEMA ${schema} TO ${sqlName(db.role)};
    CREATE TABLE IF NOT EXISTS ${schema}.schema_migrations (
      id text PRIMARY KEY, applied_at bigint NOT NULL, checksum text NOT NULL);
  `);
  return appliedIn(tx, options);
}

/** Answers whether it ran here, rather than in another replica meanwhile. */
async function apply(
  tx: SqlExecutor,
  db: SqlDatabase,
  options: MigrateOptions,
  migration: Migration,
): Promise<boolean> {
  await lock(tx, options);
  const applied = await appliedIn(tx, options);
  assertUnchanged(options, applied);
  if (applied.has(migration.id)) return false;
  await tx.query(migration.sql);
  const schema = sqlName(options.schema);
  const role = sqlName(db.role);
  await tx.query(`
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};
    REVOKE ALL ON ${schema}.schema_migrations FROM ${role};
  `);
  await tx.query(
    `INSERT INTO ${schema}.schema_migrations (id, applied_at, checksum)
     VALUES ($1, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint, $2)`,
    [migration.id, checksumOf(migration)],
  );
  return true;
}

async function appliedIn(tx: SqlExecutor, options: MigrateOptions): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; checksum: string }>(
    `SELECT id, checksum FROM ${sqlName(options.schema)}.schema_migrations`,
  );
  return new Map(rows.map((row) => [row.id, row.checksum]));
}

function assertUnchanged({ schema, migrations }: MigrateOptions, applied: ReadonlyMap<string, string>): void {
  for (const migration of migrations) {
    const checksum = applied.get(migration.id);
    if (checksum !== undefined && checksum !== checksumOf(migration))
      throw new PermanentError(
        'migration_changed',
        `Migration ${migration.id} of schema ${schema} has run with another text; restore it and add a new migration instead.`,
      );
  }
}

function assertDistinct(migrations: readonly Migration[]): void {
  const ids = new Set(migrations.map(({ id }) => id));
  if (ids.size !== migrations.length) throw new Error('two migrations have the same id');
}

/** Line ends and the space around do not count: a check-out may change them. */
const checksumOf = ({ sql }: Migration): string =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n').trim()).digest('hex');
