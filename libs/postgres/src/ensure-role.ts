import { PermanentError } from '@plinth/kernel';
import { DatabaseError } from 'pg';
import type { SqlDatabase } from './sql-database';
import type { SqlExecutor } from './sql-executor';
import { sqlName } from './sql-name';
import { UniqueViolation } from './unique-violation';

const TRIES = 10;

/**
 * Makes the database's role, without login and without rights of its own, and lets the login become it. Roles belong to the whole
 * server and locks to one database, so migrations of two databases meet here: whoever loses looks again.
 * Throws PermanentError(`unsafe_role`) when the role exists and row-level security would not bind it.
 */
export async function ensureRole(db: SqlDatabase): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await db.asOwner((tx) => makeRole(tx, db.role));
      return;
    } catch (error) {
      if (!isMeeting(error) || tries === TRIES) throw error;
    }
  }
}

async function makeRole(tx: SqlExecutor, role: string): Promise<void> {
  const before = await stateOf(tx, role);
  if (before === undefined) await tx.query(`CREATE ROLE ${sqlName(role)} NOLOGIN NOSUPERUSER NOBYPASSRLS NOINHERIT`);
  const state = before ?? (await stateOf(tx, role));
  if (state?.exempt === true)
    throw new PermanentError(
      'unsafe_role',
      `Role ${role} is a superuser or bypasses row-level security; take that from it.`,
    );
  if (state?.usable !== true) await tx.query(`GRANT ${sqlName(role)} TO CURRENT_USER`);
}

/** `usable` asks for inherited rights, which our GRANT gives; mere membership comes with CREATEROLE and does not allow SET ROLE. */
async function stateOf(tx: SqlExecutor, role: string): Promise<{ exempt: boolean; usable: boolean } | undefined> {
  const rows = await tx.query<{ exempt: boolean; usable: boolean }>(
    `SELECT rolsuper OR rolbypassrls AS exempt, pg_has_role(current_user, oid, 'USAGE') AS usable
     FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  return rows[0];
}

/** Duplicate role, duplicate grant, or “tuple concurrently updated”. */
function isMeeting(error: unknown): boolean {
  if (error instanceof UniqueViolation) return true;
  if (!(error instanceof DatabaseError)) return false;
  return error.code === '42710' || (error.code === 'XX000' && error.message.includes('concurrently'));
}
