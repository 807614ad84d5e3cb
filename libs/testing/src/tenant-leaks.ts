import type { Scope, SqlDatabase } from '@plinth/postgres';

export interface TenantLeaks {
  /** Tables that hold no row of the owner, and so prove nothing. */
  readonly unfilled: readonly string[];
  /** Tables of which a stranger, or a statement without a scope, sees a row. */
  readonly leaking: readonly string[];
}

/** Looks at every table of the schema that has a column `tenant`, with no filter but the scope (M20). Throws when there is none. */
export async function tenantLeaks(
  database: SqlDatabase,
  owner: Scope,
  strangers: readonly Scope[],
): Promise<TenantLeaks> {
  const tables = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
     WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
    [database.schema],
  );
  if (tables.length === 0) throw new Error(`schema ${database.schema} has no table with a tenant`);
  const seen = async (table: string, scope?: Scope): Promise<boolean> =>
    (await database.query(`SELECT 1 FROM ${table} LIMIT 1`, [], scope)).length > 0;
  const unfilled: string[] = [];
  const leaking: string[] = [];
  for (const { name } of tables) {
    if (!(await seen(name, owner))) unfilled.push(name);
    for (const scope of [...strangers, undefined])
      if (!leaking.includes(name) && (await seen(name, scope))) leaking.push(name);
  }
  return { unfilled, leaking };
}
