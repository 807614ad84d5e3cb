import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const INFRA = join(__dirname, '../../tools/infra/infra.mjs');
const run = promisify(execFile);

/** A broker of its own, which a test may kill without disturbing the others. */
export class PrivateBroker {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<PrivateBroker> {
    const folder = await mkdtemp(join(tmpdir(), 'plinth-broker-'));
    await chmod(folder, 0o755);
    // Below the ports that systems give to outgoing connections.
    const broker = new PrivateBroker(folder, 25_000 + (process.pid % 1_000) * 4);
    await broker.infra('up');
    await broker.infra('stop', 'redis', 'postgres');
    return broker;
  }

  async brokers(): Promise<string[]> {
    const env = await readFile(join(this.folder, 'env'), 'utf8');
    return (/^PLINTH_KAFKA_BROKERS=(.+)$/m.exec(env)?.[1] ?? '').split(',');
  }

  /** SIGKILL. */
  kill(): Promise<void> {
    return this.infra('kill', 'kafka');
  }

  restart(): Promise<void> {
    return this.infra('start', 'kafka');
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
