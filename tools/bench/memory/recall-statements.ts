import { readFile } from 'node:fs/promises';
import type { BenchStand } from './bench-stand';

/** A statement as the server received it, its values as texts. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

/** What recall sends for its search, taken from the server's own log while `work` runs: values of many requests, one text. */
export async function recallStatements(
  { admin, postgresLog }: BenchStand,
  work: () => Promise<unknown>,
): Promise<readonly SentStatement[]> {
  const before = (await readFile(postgresLog)).length;
  await setLogging(admin, 'all');
  try {
    await work();
  } finally {
    await setLogging(admin, 'none');
  }
  const log = (await readFile(postgresLog)).subarray(before).toString('utf8');
  const found = parseLog(log).filter(
    ({ text }) => /^\s*WITH\b/.test(text) && text.includes('item_terms') && text.includes('item_vectors'),
  );
  if (found.length === 0) throw new Error('the log of PostgreSQL shows no search by recall');
  return found;
}

async function setLogging(admin: BenchStand['admin'], what: 'all' | 'none'): Promise<void> {
  await admin.query(`ALTER SYSTEM SET log_statement = '${what}'`);
  await admin.query('SELECT pg_reload_conf()');
  // Backends read the configuration when their next command comes.
  await new Promise((resolve) => setTimeout(resolve, 300));
}

/** Entries `LOG:  execute <name>: <text>` followed by `DETAIL:  Parameters: $1 = '…', …`; further lines of an entry begin with a tab. */
export function parseLog(log: string): SentStatement[] {
  const entries = log.replaceAll('\n\t', '\n ').split(/^(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ \S+ \[\d+\] )/m);
  const open = new Map<string, string>();
  const statements: SentStatement[] = [];
  for (const entry of entries) {
    const [, pid = '', kind = '', rest = ''] = /^\S+ \S+ \S+ \[(\d+)\] (LOG|DETAIL): {2}([^]*)$/.exec(entry) ?? [];
    const [, text] = /^execute [^:]+: ([^]*)$/.exec(rest) ?? [];
    if (kind === 'LOG' && text !== undefined) open.set(pid, text.trimEnd());
    const asked = open.get(pid);
    if (kind !== 'DETAIL' || asked === undefined) continue;
    statements.push({ text: asked, values: parseParameters(rest.replace(/^parameters: /i, '')) });
    open.delete(pid);
  }
  return statements;
}

const parseParameters = (text: string): (string | null)[] =>
  [...text.matchAll(/\$\d+ = (NULL|'((?:[^']|'')*)')/g)].map(([, whole, quoted = '']) =>
    whole === 'NULL' ? null : quoted.replaceAll("''", "'"),
  );
