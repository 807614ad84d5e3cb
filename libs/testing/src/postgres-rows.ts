import { Client } from 'pg';

/** `schema.table.column` of every text or JSON column, in whatever schema, with a row that holds the marker. */
export async function columnsHolding(adminUrl: string, marker: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string; table: string; column: string }>(
      `SELECT c.table_schema AS schema, c.table_name AS table, c.column_name AS column
         FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
          AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')`,
    );
    const found: string[] = [];
    for (const { schema, table, column } of rows) {
      const name = [schema, table].map((part) => client.escapeIdentifier(part)).join('.');
      const value = `${client.escapeIdentifier(column)}::text`;
      const hit = await client.query(
        `SELECT 1 FROM ${name} WHERE position($1 in ${value}) > 0 OR position(encode(convert_to($1, 'UTF8'), 'hex') in ${value}) > 0 LIMIT 1`,
        [marker],
      );
      if (hit.rowCount) found.push(`${schema}.${table}.${column}`);
    }
    return found;
  } finally {
    await client.end();
  }
}
