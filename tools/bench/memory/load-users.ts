import { z } from 'zod';
import { TENANT, type BenchStand } from './bench-stand';
import { madeMemory } from './made-texts';

/** Written over HTTP, as any client would; all others are copies of these. */
export const WRITTEN_USERS = 20;
const BATCH = 1_000;
/** What a user stores between two visits of others: rows of one user lie scattered, as in life. */
const ITEMS_PER_VISIT = 10;
const DAY_MS = 86_400_000;

export const userName = (n: number): string => `bench-user-${String(n).padStart(6, '0')}`;

const written = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Items and one fact of the first users. Answers what the writes took. */
export async function writeUsers(
  { http }: BenchStand,
  users: number,
  items: number,
  nowMs: number,
): Promise<{ readonly items: number; readonly seconds: number }> {
  const startedAt = performance.now();
  for (let user = 0; user < users; user += 1) {
    const bodies = [factOf(user, nowMs), ...Array.from({ length: items }, (_, n) => itemOf(user, n, items, nowMs))];
    for (let at = 0; at < bodies.length; at += BATCH) {
      const { status, text } = await http.send('POST', '/v1/memory/items', bodies.slice(at, at + BATCH));
      if (status !== 200) throw new Error(`writing items: ${status} ${text.slice(0, 300)}`);
      written.parse(JSON.parse(text));
    }
  }
  return { items: users * items, seconds: (performance.now() - startedAt) / 1_000 };
}

export const itemOf = (user: number, n: number, of: number, nowMs: number) => ({
  user_id: userName(user),
  kind: 'episode',
  content: madeMemory(user, n),
  source: { id: `made-${n}`, channel: 'import', type: 'user' },
  timestamp: nowMs - Math.round(((of - n) * 180 * DAY_MS) / of),
  valid_until: 'until_superseded',
});

/** Verified by the system, so that it stands in the profile at once. */
const factOf = (user: number, nowMs: number) => ({
  user_id: userName(user),
  kind: 'fact',
  key: 'name',
  content: '陈雨桐',
  source: { id: 'registry', channel: 'import', type: 'system' },
  timestamp: nowMs - DAY_MS,
  valid_until: 'until_superseded',
});

const COPIED = ['users', 'profile_facts', 'memory_items', 'item_terms', 'item_vectors'] as const;

/** Makes users `from` up to `until` as copies of the written ones, row by row, then lets the server look at what it holds. */
export async function copyUsers({ admin }: BenchStand, writers: number, from: number, until: number): Promise<void> {
  for (const table of COPIED) {
    await copyRows(admin, table, [TENANT, writers, from, until]);
    await admin.query(`VACUUM (ANALYZE) memory.${table}`);
  }
}

async function copyRows(admin: BenchStand['admin'], table: string, values: readonly unknown[]): Promise<void> {
  const columns = await admin.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'memory' AND table_name = $1 ORDER BY ordinal_position`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const id = table === 'users' ? "''" : names.includes('item_id') ? 'item_id' : 'id';
  await admin.transaction(async (tx) => {
    await tx.query(`SET LOCAL work_mem = '1GB'`);
    await tx.query(
      `INSERT INTO memory.${table} (${names.join(', ')})
       SELECT ${names.map(copied).join(', ')}
       FROM (SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY ${id}) AS place FROM memory.${table}
             WHERE tenant = $1 AND user_id = ANY (SELECT 'bench-user-' || lpad(n::text, 6, '0') FROM generate_series(0, $2::int - 1) n)) source
       JOIN generate_series($3::int, $4::int - 1) target ON 'bench-user-' || lpad((target % $2::int)::text, 6, '0') = source.user_id
       ORDER BY place / ${ITEMS_PER_VISIT}, target, place`,
      values,
    );
  });
}

function copied(column: string): string {
  if (column === 'user_id') return `'bench-user-' || lpad(target::text, 6, '0')`;
  return column === 'id' || column === 'item_id' ? `${column} || '-' || target` : column;
}
