import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { infraEnv, type InfraEnv } from './infra-env';
import { REPOSITORY } from './plinth-process';

const INFRA = join(REPOSITORY, 'tools/infra/infra.mjs');
const run = promisify(execFile);

const ALL = ['kafka', 'redis', 'postgres'] as const;
export type ServerName = (typeof ALL)[number];

/** Servers of a test's own, which it may kill without disturbing the others. */
export class PrivateServers {
  private constructor(
    readonly folder: string,
    private readonly port: number,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** Starts those that are wanted, with variables of tools/infra that are to differ; call `remove` at the end. */
  static async start(
    wanted: readonly ServerName[] = ALL,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<PrivateServers> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-servers-'));
    await chmod(folder, 0o755);
    // Below the ports that systems give to outgoing connections, above those of tools/infra.
    const servers = new PrivateServers(folder, 30_000 + (process.pid % 500) * 4, settings);
    await servers.infra('up');
    const others = ALL.filter((name) => !wanted.includes(name));
    if (others.length > 0) await servers.infra('stop', ...others);
    return servers;
  }

  env(): InfraEnv {
    return infraEnv(this.folder);
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
      ...this.settings,
      NODE_OPTIONS: '',
      PLINTH_INFRA_DIR: this.folder,
      PLINTH_INFRA_PORT: String(this.port),
    };
    await run(process.execPath, [INFRA, ...command], { env, timeout: 240_000 });
  }
}
