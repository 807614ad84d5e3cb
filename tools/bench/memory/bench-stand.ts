import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PostgresDatabase } from '@plinth/postgres';
import { createTestDatabase, PlinthProcess, PrivateServers, REPOSITORY } from '@plinth/testing';
import { z } from 'zod';
import { KeptClient } from '../kept-client';
import type { Part } from '../turn/cpu-meter';

export const TENANT = 'default';
const SOURCES = ['--conditions=development', '--require', '@swc-node/register'];
const LOAD_TIMEOUT_MS = 900_000;

export interface StandOptions {
  /** `src` runs the sources as they stand. */
  readonly from: 'src' | 'dist';
  readonly sharedBuffers: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The memory service as a process, on servers that nothing else uses. Owns all of them until `stop`. */
export interface BenchStand {
  readonly http: KeptClient;
  /** Base of the service's HTTP interface, and a key that may act for any user. */
  readonly url: string;
  readonly key: string;
  /** As the superuser, whom no row security binds: for loading and for the server's own settings. */
  readonly admin: PostgresDatabase;
  /** As the service's role, under row security: the bare statement beside the service, with as many connections. */
  readonly bare: PostgresDatabase;
  readonly memory: Part;
  readonly servers: readonly Part[];
  readonly postgresLog: string;
  stop(): Promise<void>;
}

/** As many as the service has unless told otherwise. */
const CONNECTIONS = 8;

export async function openStand({ from, sharedBuffers, env }: StandOptions): Promise<BenchStand> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const servers = await PrivateServers.start(undefined, { PLINTH_INFRA_SHARED_BUFFERS: sharedBuffers });
    undo.push(() => servers.remove());
    const addresses = servers.env();
    await runNode([...SOURCES, join(REPOSITORY, 'tools/topics/create-topics.ts')], { ...addresses });
    const database = await createTestDatabase(addresses);
    const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const key = await writeKey(folder);
    const script = join(REPOSITORY, 'apps/memory', from === 'src' ? 'src/main.ts' : 'dist/main.js');
    const memory = await PlinthProcess.start({
      args: [...(from === 'src' ? SOURCES : []), '--require', '@plinth/telemetry/preload', script],
      env: {
        PLINTH_PROFILE: 'cluster',
        PLINTH_KAFKA_BROKERS: addresses.PLINTH_KAFKA_BROKERS,
        PLINTH_REDIS_URL: addresses.PLINTH_REDIS_URL,
        PLINTH_POSTGRES_URL: database.url,
        PLINTH_POSTGRES_POOL: String(CONNECTIONS),
        PLINTH_PORT: '0',
        PLINTH_HOST: '127.0.0.1',
        PLINTH_DATA_DIR: folder,
        PLINTH_API_KEYS: join(folder, 'api-keys.json'),
        PLINTH_DRAIN_DELAY: '0',
        ...env,
      },
      ready: /"url":"(http:[^"]+)"[^\n]*"msg":"ready"/,
      withinMs: 180_000,
    });
    undo.push(() => memory.end('SIGTERM'));
    const url = memory.told.replace(/\/$/, '');
    const http = new KeptClient(url, key);
    const common = { schema: 'memory', statementTimeoutMs: LOAD_TIMEOUT_MS, transactionLimitMs: LOAD_TIMEOUT_MS };
    const admin = new PostgresDatabase({ ...common, url: database.adminUrl, role: 'postgres', poolSize: 2 });
    const bare = new PostgresDatabase({ ...common, url: database.url, poolSize: CONNECTIONS });
    undo.push(async () => {
      http.close();
      await Promise.all([admin.close(), bare.close()]);
    });
    const postgresLog = join(servers.folder, 'postgres.log');
    const parts = await serverParts(servers.folder);
    const part = { name: 'memory', pid: memory.pid };
    return { http, url, key, admin, bare, memory: part, servers: parts, postgresLog, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A key of the tenant that may act for any user. */
async function writeKey(folder: string): Promise<string> {
  const key = `plinth_bench_${randomBytes(24).toString('base64url')}`;
  const hash = createHash('sha256').update(key).digest('hex');
  const entry = { key_sha256: hash, tenant: TENANT, scopes: ['act-as', 'memory', 'memory-system'], name: 'bench' };
  await writeFile(join(folder, 'api-keys.json'), JSON.stringify([entry]), { mode: 0o600 });
  return key;
}

const status = z.object({ servers: z.array(z.object({ name: z.string(), pid: z.int().optional() })) });

/** Throws when the servers are no processes of this machine, as in containers. */
async function serverParts(folder: string): Promise<readonly Part[]> {
  const script = join(REPOSITORY, 'tools/infra/infra.mjs');
  const stdout = await runNode([script, 'status', '--json'], { PLINTH_INFRA_DIR: folder });
  return status.parse(JSON.parse(stdout)).servers.map(({ name, pid }): Part => {
    if (pid === undefined) throw new Error(`the process of ${name} is not known: use PLINTH_INFRA_MODE=native`);
    return { name, pid, tree: true };
  });
}

async function runNode(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [...args], {
    cwd: REPOSITORY,
    env: { ...process.env, ...env },
  });
  return stdout;
}
