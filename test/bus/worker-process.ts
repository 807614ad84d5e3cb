import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface WorkerSetup {
  readonly service: 'memory' | 'orchestrator';
  readonly brokers: readonly string[];
  readonly namespace: string;
  readonly databaseUrl?: string;
}

export type ToWorker = { readonly id: string; readonly session: string };
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'delivered'; readonly id: string; readonly session: string }
  | { readonly kind: 'answered'; readonly id: string; readonly causation: string; readonly session: string }
  | { readonly kind: 'failed'; readonly reason: string };

const ROOT = join(__dirname, '../..');
/** Compiling the sources takes a while on a busy machine. */
const START_MS = 90_000;

/** A service on the bus as a process of its own. */
export class WorkerProcess {
  readonly received: (FromWorker & { readonly atMs: number })[] = [];
  readonly exited: Promise<number | NodeJS.Signals>;
  private output = '';

  private constructor(private readonly child: ChildProcess) {
    this.exited = once(child, 'exit').then(([code, signal]) => (code as number | null) ?? (signal as NodeJS.Signals));
    child.on('message', (message: FromWorker) => this.received.push({ ...message, atMs: performance.now() }));
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output += String(chunk)));
  }

  /** Resolves when the worker has joined its group. */
  static async start(setup: WorkerSetup, environment: Readonly<Record<string, string>> = {}): Promise<WorkerProcess> {
    const traced = environment.OTEL_EXPORTER_OTLP_ENDPOINT
      ? ['--require', join(ROOT, 'libs/telemetry/src/preload.ts')]
      : [];
    const child = fork(join(__dirname, 'bus-worker.ts'), [], {
      cwd: ROOT,
      execArgv: ['--conditions=development', '--require', '@swc-node/register', ...traced],
      env: { ...process.env, NODE_OPTIONS: '', ...environment, BUS_WORKER: JSON.stringify(setup) },
      silent: true,
    });
    const worker = new WorkerProcess(child);
    await worker.until(() => worker.received.some(({ kind }) => kind === 'ready'), START_MS);
    return worker;
  }

  get deliveredIds(): string[] {
    return this.received.flatMap((message) => (message.kind === 'delivered' ? [message.id] : []));
  }

  send(message: ToWorker): void {
    this.child.send(message);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends it for the test's clean-up. */
  async stop(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  async until(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs;
    while (!(await condition())) {
      if (performance.now() > until)
        throw new Error(`not within ${timeoutMs} ms; the worker said: ${this.output.slice(-2_000)}`);
      if (this.child.exitCode !== null)
        throw new Error(`the worker ended with ${this.child.exitCode}: ${this.output.slice(-2_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
