import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InfraEnv } from '@plinth/testing';

const INFRA = join(__dirname, '../../tools/infra/infra.mjs');
const run = promisify(execFile);

export type ServerName = 'kafka' | 'redis' | 'postgres';

/** Kafka, Redis and PostgreSQL of a test's own, which it may kill without disturbing the others. */
export class PrivateServers {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<PrivateServers> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-servers-'));
    await chmod(folder, 0o755);
    // Below the ports that systems give to outgoing connections.
    const servers = new PrivateServers(folder, 30_000 + (process.pid % 500) * 4);
    await servers.infra('up');
    return servers;
  }

  async env(): Promise<InfraEnv> {
    const lines = (await readFile(join(this.folder, 'env'), 'utf8')).split('\n').filter((line) => line.includes('='));
    const values = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    return values as unknown as InfraEnv;
  }

  /** SIGKILL. */
  kill(server: ServerName): Promise<void> {
    return this.infra('kill', server);
  }

  restart(server: ServerName): Promise<void> {
    return this.infra('start', server);
  }

  remove(): Promise<void> {
    return this.infra('wipe');
  }

  private async infra(...command: string[]): Promise<void> {
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      PLINTH_INFRA_DIR: this.folder,
      PLINTH_INFRA_PORT: String(this.port),
    };
    await run(process.execPath, [INFRA, ...command], { env, timeout: 240_000 });
  }
}
