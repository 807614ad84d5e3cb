import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded, TurnClient, UNHURRIED, type PlinthProcess } from '@plinth/testing';

type Environment = Readonly<Record<string, string>>;

/** A data folder of the embedded profile and the processes that have lived on it, one after another. */
export class EmbeddedHome {
  private running: PlinthProcess | undefined;

  private constructor(
    readonly dataDir: string,
    private readonly env: Environment,
  ) {}

  /** An empty folder; nothing runs yet. */
  static async make(env: Environment = {}): Promise<EmbeddedHome> {
    return new EmbeddedHome(await mkdtemp(join(tmpdir(), 'plinth-embedded-')), { ...UNHURRIED, ...env });
  }

  static async started(env: Environment = {}): Promise<EmbeddedHome> {
    const home = await EmbeddedHome.make(env);
    await home.start();
    return home;
  }

  async start(): Promise<void> {
    this.running = await startEmbedded(this.dataDir, this.env);
  }

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  get client(): TurnClient {
    return new TurnClient(this.process.told);
  }

  get process(): PlinthProcess {
    if (!this.running) throw new Error('nothing runs on this folder');
    return this.running;
  }

  /** Ends the process; answers its exit code, or the signal that ended it. */
  async end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    const ended = await this.process.end(signal);
    this.running = undefined;
    return ended;
  }

  async remove(): Promise<void> {
    await this.running?.end('SIGKILL');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
