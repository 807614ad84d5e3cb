import type { SqlExecutor } from './sql-executor';

/** M20: throws when a table of the schema has a column `tenant` and no forced row-level security, unless it is excepted by name. */
export async function assertRowSecurity(tx: SqlExecutor, schema: string, excepted: readonly string[]): Promise<void> {
  const open = await tx.query<{ relname: string }>(
    `SELECT c.relname FROM pg_class c
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
     WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT (c.relrowsecurity AND c.relforcerowsecurity) AND c.relname <> ALL ($2::text[])
     ORDER BY 1`,
    [schema, excepted],
  );
  if (open.length === 0) return;
  const names = open.map(({ relname }) => relname).join(', ');
  throw new Error(
    `tables of schema ${schema} without forced row-level security: ${names}; add tenantPolicy or tenantUserPolicy to the migration, or name them in withoutRowSecurity`,
  );
}
