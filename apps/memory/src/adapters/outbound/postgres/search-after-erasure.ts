import type { TenantId } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import type { Searched } from '../../../ports/erasure-ledger';
import { TABLES_THAT_STAY } from './erased-tables';

const LAYER: Readonly<Record<string, string>> = {
  item_terms: 'term_weights',
  shared_terms: 'term_weights',
  item_vectors: 'vectors',
  shared_vectors: 'vectors',
};

/** Tables as the database has them, so that one which nobody thought of is searched too. $1 schema */
const TABLES = `
  SELECT c.relname AS name, EXISTS (SELECT FROM pg_attribute u WHERE u.attrelid = c.oid AND u.attname = 'user_id' AND NOT u.attisdropped) AS "ofUser"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
  WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`;

/**
 * Looks for rows of the users in every table of the schema, and for their texts in the rows that stay and in those that belong to no
 * user. What the users have said since counts as found.
 */
export async function searchAfterErasure(
  database: SqlDatabase,
  {
    tenant,
    userIds,
    texts,
    epochMs,
  }: { tenant: TenantId; userIds: readonly string[]; texts: readonly string[]; epochMs: number },
): Promise<readonly Searched[]> {
  const tables = await database.query<{ name: string; ofUser: boolean }>(TABLES, [database.schema]);
  const searched = new Map<string, { places: number; found: number }>();
  const count = async (layer: string, sql: string, values: readonly unknown[], user = userIds[0] ?? '') => {
    const [row] = await database.query<{ count: number }>(sql, values, { tenant, user, curator: true });
    const before = searched.get(layer) ?? { places: 0, found: 0 };
    searched.set(layer, { places: before.places + 1, found: before.found + (row?.count ?? 0) });
  };
  for (const { name, ofUser } of tables)
    if (!ofUser || (name in TABLES_THAT_STAY && name !== 'memory_items'))
      await count('texts', holdingTexts(name, ofUser), ofUser ? [tenant, texts, userIds] : [tenant, texts]);
    else
      for (const user of userIds)
        await count(
          LAYER[name] ?? 'rows',
          `SELECT count(*)::integer AS count FROM ${name} WHERE tenant = $1 AND user_id = $2${BUT[name] ?? ''}`,
          name === 'memory_items' ? [tenant, user, epochMs] : [tenant, user],
          user,
        );
  return [...searched].map(([where, { places, found }]) => ({ where, places, found }));
}

/** The mark of the erasure itself and of its command are no rows of what was erased; what a retention rule keeps is refused, not found. */
const BUT: Readonly<Record<string, string>> = {
  memory_items: ' AND coalesce(retained_until_ms, 0) <= $3',
  inbox: ` AND kind <> 'erase'`,
  session_updates: ` AND type <> 'clear'`,
};

const holdingTexts = (table: string, ofUser: boolean): string =>
  `SELECT count(*)::integer AS count FROM ${table} t WHERE tenant = $1${ofUser ? ' AND user_id = ANY ($3::text[])' : ''}
     AND EXISTS (SELECT FROM unnest($2::text[]) said WHERE position(said IN t::text) > 0)`;
