import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresDatabase } from '@plinth/postgres';
import { createTestDatabase, PlinthProcess, PrivateServers, REPOSITORY, runToEnd } from '@plinth/testing';
import { KeptClient } from '../kept-client';
import { MANY_VERSIONS, READ, WRITE } from './bench-skill';

const SOURCES = ['--conditions=development', '--require', '@swc-node/register'];
const TENANT = 'default';
const START_MS = 240_000;
const TOPIC_TRIES = 4;
/** A provider is asked for news every 15 s. */
const REGISTERED_WITHIN_MS = 120_000;

/** A gateway and a provider as processes of their own, on servers that nothing else uses. Owns all of them until `stop`. */
export interface SkillStand {
  /** To the gateway, and to the provider that it calls. */
  readonly gateway: KeptClient;
  readonly provider: KeptClient;
  readonly gatewayPid: number;
  /** Brings in the resident skills, each in three versions, and lets a candidate of each serve half of all users; how many skills. */
  bringResidents(): Promise<number>;
  stop(): Promise<void>;
}

/** With so many skills that come in later beside those that are called; `env` is the gateway's beside its own. */
export async function openSkillStand(
  resident: number,
  env: Readonly<Record<string, string>> = {},
): Promise<SkillStand> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const servers = await PrivateServers.start();
    undo.push(() => servers.remove());
    const addresses = servers.env();
    await makeTopics({ ...addresses });
    const database = await createTestDatabase(addresses);
    const provider = await PlinthProcess.start({
      args: [...SOURCES, join(__dirname, 'provider-process.ts'), String(resident)],
      ready: /serving at (http:\S+)/,
      withinMs: START_MS,
    });
    undo.push(() => provider.end('SIGTERM'));
    const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    const key = await writeKey(folder);
    const paths = ['/one', ...MANY_VERSIONS.map((version) => `/many/${version}`)];
    const gateway = await PlinthProcess.start({
      args: [...SOURCES, '--require', '@plinth/telemetry/preload', join(REPOSITORY, 'apps/skill-gateway/src/main.ts')],
      env: {
        PLINTH_PROFILE: 'cluster',
        PLINTH_KAFKA_BROKERS: addresses.PLINTH_KAFKA_BROKERS,
        PLINTH_REDIS_URL: addresses.PLINTH_REDIS_URL,
        PLINTH_POSTGRES_URL: database.url,
        ...{ PLINTH_PORT: '0', PLINTH_HOST: '127.0.0.1', PLINTH_DATA_DIR: folder, PLINTH_DRAIN_DELAY: '0' },
        PLINTH_API_KEYS: join(folder, 'api-keys.json'),
        PLINTH_SKILL_PROVIDERS: paths.map((path) => `${provider.told}${path}`).join(','),
        PLINTH_LOG_LEVEL: 'info',
        ...env,
      },
      ready: /"url":"(http:[^"]+)"[^\n]*"msg":"ready"/,
      withinMs: START_MS,
    });
    undo.push(() => gateway.end('SIGTERM'));
    const http = new KeptClient(gateway.told.replace(/\/$/, ''), key);
    const bare = new KeptClient(provider.told, undefined);
    const admin = new PostgresDatabase({
      ...{ schema: 'skills', url: database.adminUrl, role: 'postgres', poolSize: 1 },
    });
    undo.push(async () => {
      http.close();
      bare.close();
      await admin.close();
    });
    await registered(http, [READ, WRITE]);
    const bringResidents = async (): Promise<number> => {
      await bare.send('POST', '/open');
      await registered(http, [`resident_${resident - 1}`], MANY_VERSIONS.length);
      return startRollouts(admin);
    };
    return { gateway: http, provider: bare, gatewayPid: gateway.pid, bringResidents, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the skills are there, in so many versions each. */
async function registered(gateway: KeptClient, skills: readonly string[], versions = 1): Promise<void> {
  const until = performance.now() + REGISTERED_WITHIN_MS;
  for (const skill of skills) {
    for (;;) {
      const { status, text } = await gateway.send('GET', `/v1/skills/${skill}`);
      if (status === 200 && text.split('"version":').length > versions) break;
      if (performance.now() > until) throw new Error(`${skill} is not registered: ${status} ${text.slice(0, 300)}`);
      await sleep(250);
    }
  }
}

/** A broker that has just started may not lead its topics yet. */
async function makeTopics(addresses: Readonly<Record<string, string>>): Promise<void> {
  const args = [...SOURCES, join(REPOSITORY, 'tools/topics/create-topics.ts')];
  for (let tries = 1; ; tries += 1) {
    const { code, output } = await runToEnd({ args, env: addresses, withinMs: START_MS });
    if (code === 0) return;
    if (tries === TOPIC_TRIES) throw new Error(`the topics were not made:\n${output}`);
  }
}

/** As a person's start of each would leave it, without waiting for each. */
const START_ALL = `
  WITH started AS (
    UPDATE rollouts SET candidate = '1.1.0', status = 'running', stage = 0, run = 1, revision = revision + 1,
      plan = '{"stages": [{"name": "half", "mode": "live", "audience": {"kind": "all"}, "weight": 0.5, "cap": 1, "trace": "sampled",
        "minMs": 0, "minSamples": 0, "promotion": "manual"}], "guards": []}'
    WHERE skill LIKE 'resident%' RETURNING 1)
  SELECT count(*)::integer AS started FROM started`;

async function startRollouts(admin: PostgresDatabase): Promise<number> {
  const [row] = await admin.query<{ started: number }>(START_ALL);
  await admin.query('UPDATE registry_revision SET revision = revision + 1');
  return row?.started ?? 0;
}

async function writeKey(folder: string): Promise<string> {
  const key = `plinth_bench_${randomBytes(24).toString('base64url')}`;
  const key_sha256 = createHash('sha256').update(key).digest('hex');
  const entry = { key_sha256, tenant: TENANT, scopes: ['act-as', 'skills', 'operator'], name: 'bench' };
  await writeFile(join(folder, 'api-keys.json'), JSON.stringify([entry]), { mode: 0o600 });
  return key;
}
