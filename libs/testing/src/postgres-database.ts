import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PgliteEngine } from '@plinth/postgres';
import { Client } from 'pg';
import { infraEnv, type InfraEnv } from './infra-env';

export interface TestDatabase {
  readonly url: string;
  /** As the server's superuser, whom no row security binds. */
  readonly adminUrl: string;
  /** Removes the database, ending whatever is still connected to it. */
  drop(): Promise<void>;
}

/** A database of its own on the server of tools/infra, with pgvector, owned by the services' login. Fails when the server is away. */
export async function createTestDatabase(
  env: Pick<InfraEnv, 'PLINTH_POSTGRES_URL' | 'PLINTH_POSTGRES_ADMIN_URL'> = infraEnv(),
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(env.PLINTH_POSTGRES_ADMIN_URL, [
    `CREATE DATABASE ${name} OWNER "${new URL(env.PLINTH_POSTGRES_URL).username}"`,
  ]);
  await administer(withDatabase(env.PLINTH_POSTGRES_ADMIN_URL, name), ['CREATE EXTENSION IF NOT EXISTS vector']);
  return {
    url: withDatabase(env.PLINTH_POSTGRES_URL, name),
    adminUrl: withDatabase(env.PLINTH_POSTGRES_ADMIN_URL, name),
    drop: () => administer(env.PLINTH_POSTGRES_ADMIN_URL, [`DROP DATABASE ${name} WITH (FORCE)`]),
  };
}

/** The embedded engine in memory; the first call on a check-out takes about 5 s, later ones start from its dump in about 1 s. */
export const openTestEngine = (): Promise<PgliteEngine> => PgliteEngine.open({ template: engineTemplate() });

/** The file of that dump, which a folder can start from as well. */
export function engineTemplate(): string {
  const engineFolder = dirname(dirname(require.resolve('@electric-sql/pglite')));
  const { version } = JSON.parse(readFileSync(join(engineFolder, 'package.json'), 'utf8')) as { version: string };
  return resolve(engineFolder, `../../.cache/plinth/pglite-${version}.tgz`);
}

const withDatabase = (url: string, database: string): string =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;

async function administer(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
