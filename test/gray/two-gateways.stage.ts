import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@plinth/contracts';
import {
  createScratchMesh,
  createTestDatabase,
  infraEnv,
  PlinthProcess,
  REPOSITORY,
  redisDatabase,
  severableServer,
  until,
  type SeverableServer,
} from '@plinth/testing';

const KEY = 'key-of-an-operator';
const RIGHTS = { tenant: 'default', scopes: ['skills', 'operator', 'act-as'], name: 'gray' };

export interface Reply {
  readonly status: number;
  readonly version: string | undefined;
  readonly lane: string | undefined;
  readonly stage: string | undefined;
  readonly route: string | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly body: Record<string, unknown>;
}

/** One replica, as its clients see it. */
export class Gateway {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(
    readonly url: string,
    readonly process: PlinthProcess,
    readonly wayToRedis: SeverableServer,
  ) {}

  call(user: string, segment: string, more: Record<string, unknown> = {}, skill = 'tell_price'): Promise<Reply> {
    const body = { arguments: { article: 'tea' }, user_id: user, attributes: { segment }, ...more };
    return this.ask('POST', `/v1/skills/${skill}/invoke`, body);
  }

  async ask(method: string, path: string, body?: unknown): Promise<Reply> {
    const { status, text } = await this.exchange(method, path, body);
    const told = JSON.parse(text) as Record<string, unknown> & { error?: { code: string; message: string } };
    const textAt = (name: string) => (typeof told[name] === 'string' ? told[name] : undefined);
    return {
      ...{ status, version: textAt('version'), lane: textAt('lane'), stage: textAt('stage'), route: textAt('route') },
      ...{ code: told.error?.code, message: told.error?.message, body: told },
    };
  }

  /** Over connections that are kept: at the pace of a scenario a client must cost little. */
  private exchange(method: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
      const sent = request(`${this.url}${path}`, { method, headers, agent: this.agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  async metric(name: string): Promise<number> {
    const { text } = await this.exchange('GET', '/metrics', undefined);
    const lines = text.split('\n').filter((line) => line.startsWith(name));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }
}

/** Two replicas of the gateway from their sources, on the servers of tools/infra, with a database, topics and ports of their own. */
export async function startTwoGateways(providerUrl: string) {
  const servers = infraEnv();
  const [database, mesh, folder] = await Promise.all([
    createTestDatabase(servers),
    createScratchMesh(1),
    mkdtemp(join(tmpdir(), 'plinth-gray-')),
  ]);
  const redis = redisDatabase(servers.PLINTH_REDIS_URL);
  await redis.flush();
  const keys = join(folder, 'keys.json');
  await writeFile(keys, JSON.stringify([{ key_sha256: createHash('sha256').update(KEY).digest('hex'), ...RIGHTS }]));
  const running: Gateway[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((each) => each.process.end('SIGTERM')));
    await Promise.all(running.map((each) => each.wayToRedis.close()));
    await Promise.all([database.drop(), mesh.remove(), rm(folder, { recursive: true, force: true })]);
  };
  const start = async (): Promise<Gateway> => {
    const wayToRedis = await severableServer(redis.url);
    const base = (await freePort()) - SERVICES['skill-gateway'].portOffset;
    const started = await PlinthProcess.start({
      args: [
        '--conditions=development',
        '--require',
        '@swc-node/register',
        join(REPOSITORY, 'apps/skill-gateway/src/main.ts'),
      ],
      env: {
        ...{
          PLINTH_PROFILE: 'cluster',
          PLINTH_PORT: String(base),
          PLINTH_HOST: '127.0.0.1',
          PLINTH_DATA_DIR: folder,
          PLINTH_API_KEYS: keys,
        },
        ...{ PLINTH_KAFKA_BROKERS: servers.PLINTH_KAFKA_BROKERS, PLINTH_KAFKA_NAMESPACE: mesh.options.namespace ?? '' },
        ...{ PLINTH_REDIS_URL: wayToRedis.url, PLINTH_POSTGRES_URL: database.url },
        ...{ PLINTH_SKILL_PROVIDERS: providerUrl, PLINTH_LOG_LEVEL: 'info', PLINTH_DRAIN_DELAY: '0' },
      },
      ready: /"url":"(http[^"]+)"/,
      withinMs: 120_000,
    });
    const gateway = new Gateway(started.told, started, wayToRedis);
    running.push(gateway);
    return gateway;
  };
  // One after the other: the second finds the tables that the first has made.
  const begin = async (): Promise<readonly [Gateway, Gateway]> => {
    const both = [await start(), await start()] as const;
    for (const each of both)
      await until('the skills are registered', 20_000, async () => {
        const { status } = await each.ask('GET', '/v1/rollouts/tell_price');
        return status === 200;
      });
    return both;
  };
  const gateways = await begin().catch(async (error: unknown) => {
    const said = running.map((each) => each.process.output.slice(-2_000)).join('\n');
    await stop();
    throw new Error(`the gateways did not begin; they said:\n${said}`, { cause: error });
  });
  const [first] = gateways;
  return {
    gateways,
    topics: mesh.options,
    /** By any of the two; the other one hears of it. */
    steer: (action: string, body: object = { reason: 'the scenario' }, skill = 'tell_price') =>
      first.ask(
        action === 'configure' ? 'PUT' : 'POST',
        `/v1/rollouts/${skill}${action === 'configure' ? '' : `/${action}`}`,
        body,
      ),
    bothAre: (status: string, stage: string, skill = 'tell_price') =>
      until(`${skill} is ${status} in ${stage} on both`, 10_000, async () => {
        const seen = await Promise.all(gateways.map((each) => each.ask('GET', `/v1/rollouts/${skill}`)));
        return seen.every(({ body }) => body['status'] === status && body['stage'] === stage);
      }),
    stop,
  };
}
export type TwoGateways = Awaited<ReturnType<typeof startTwoGateways>>;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
