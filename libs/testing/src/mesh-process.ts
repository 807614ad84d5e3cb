import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MESH, GRPC_PORT_OFFSET, REPLICA_PORT_STEP, type MeshProcessName } from '@plinth/contracts';
import { meshTopics, removeTopics } from '@plinth/bus';
import { infraEnv, type InfraEnv } from './infra-env';
import { PlinthProcess, REPOSITORY } from './plinth-process';
import { createTestDatabase, type TestDatabase } from './postgres-database';
import { TurnClient } from './turn-client';
import { until } from './until';

export interface MeshOptions {
  readonly replicas?: Readonly<Record<string, number>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Base URLs of skill providers beside the samples. */
  readonly providers?: readonly string[];
  /** Other servers than those of tools/infra. */
  readonly servers?: InfraEnv;
}

/**
 * `npm run mesh` with a database, topics, ports and a data folder of its own, on the servers of tools/infra. The packages
 * must be built.
 */
export class MeshProcess {
  private constructor(
    private readonly launcher: PlinthProcess,
    /** The development key, for clients of other kinds. */
    readonly key: string,
    readonly basePort: number,
    readonly dataDir: string,
    readonly database: TestDatabase,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  static async start({
    replicas = {},
    env = {},
    providers = [],
    servers = infraEnv(),
  }: MeshOptions = {}): Promise<MeshProcess> {
    const database = await createTestDatabase(servers);
    const dataDir = await mkdtemp(join(tmpdir(), 'plinth-mesh-'));
    const namespace = `mesh-${randomBytes(5).toString('hex')}`;
    const basePort = await freePortRange();
    const counts = Object.entries(replicas).map(([service, count]) => `${service}=${count}`);
    const cleanUp = async (): Promise<void> => {
      const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
      const options = { brokers: servers.PLINTH_KAFKA_BROKERS.split(','), clientId: 'plinth-tests', log, namespace };
      await removeTopics(
        options,
        meshTopics(1).map(({ name }) => name),
      );
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    };
    try {
      const launcher = await PlinthProcess.start({
        args: [join(REPOSITORY, 'tools/mesh/mesh.mjs'), ...(counts.length > 0 ? ['--replicas', counts.join(',')] : [])],
        env: {
          PLINTH_KAFKA_BROKERS: servers.PLINTH_KAFKA_BROKERS,
          PLINTH_REDIS_URL: servers.PLINTH_REDIS_URL,
          PLINTH_POSTGRES_URL: database.url,
          PLINTH_KAFKA_NAMESPACE: namespace,
          PLINTH_PORT: String(basePort),
          PLINTH_DATA_DIR: dataDir,
          PLINTH_SKILL_PROVIDERS: [`http://127.0.0.1:${basePort + MESH.samples.portOffset}`, ...providers].join(','),
          ...env,
        },
        ready: /mesh: ready on (\S+)/,
        withinMs: 180_000,
      });
      const key = (await readFile(join(dataDir, 'dev.key'), 'utf8')).trim();
      return new MeshProcess(launcher, key, basePort, dataDir, database, cleanUp);
    } catch (error) {
      await cleanUp();
      throw error;
    }
  }

  /** The public API. */
  get client(): TurnClient {
    return this.clientOf('orchestrator');
  }

  /** A service's own HTTP API, with the development key. */
  clientOf(service: MeshProcessName, replica = 1): TurnClient {
    return new TurnClient(
      `http://127.0.0.1:${this.basePort + MESH[service].portOffset + REPLICA_PORT_STEP * (replica - 1)}`,
      this.key,
    );
  }

  /** The process id of a replica, counted from 1; undefined while it is being started again. */
  async pidOf(service: MeshProcessName, replica = 1): Promise<number | undefined> {
    const text = await readFile(this.file(`${service}-${replica}.pid`), 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? undefined : Number(text);
  }

  logOf(service: MeshProcessName, replica = 1): Promise<string> {
    return readFile(this.file(`${service}-${replica}.log`), 'utf8');
  }

  /** SIGKILL to one replica, as soon as it lives; the launcher starts it again. */
  async kill(service: MeshProcessName, replica = 1): Promise<void> {
    process.kill(await until(`${service}-${replica} alive`, 60_000, () => this.pidOf(service, replica)), 'SIGKILL');
  }

  /** The process that keeps the others alive. */
  get pid(): number {
    return this.launcher.pid;
  }

  get output(): string {
    return this.launcher.output;
  }

  /** Drains and ends the mesh, and removes its topics, database and folder. */
  async stop(): Promise<void> {
    await this.launcher.end('SIGTERM');
    await this.cleanUp();
  }

  private file(name: string): string {
    return join(this.dataDir, 'run', name);
  }
}

const ignore = (): void => undefined;

/** Room for all processes and their replicas, below the range from which a system takes the ports of outgoing connections. */
async function freePortRange(): Promise<number> {
  for (;;) {
    const base = 20_000 + Math.floor(Math.random() * 60) * 100;
    const doors = Object.values(MESH).map(({ portOffset }) => portOffset);
    const firsts = [...doors, ...doors.map((offset) => offset + GRPC_PORT_OFFSET)];
    const wanted = [...firsts, ...firsts.map((offset) => offset + REPLICA_PORT_STEP)];
    const free = await Promise.all(wanted.map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve((probe.address() as AddressInfo | null) === null)));
  });
}
