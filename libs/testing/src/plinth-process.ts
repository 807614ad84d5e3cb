import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const REPOSITORY = join(__dirname, '../../..');

/** Steps of a turn may take long: for tests that claim what a turn does, not how fast, on a machine that does other things too. */
export const UNHURRIED: Readonly<Record<string, string>> = {
  PLINTH_ASSEMBLE_TIMEOUT: '20s',
  PLINTH_REFLECTION_TIMEOUT: '20s',
};

export interface ProcessOptions {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What a line of output says when the process is ready; its first group is kept. */
  readonly ready: RegExp;
  readonly withinMs: number;
}

export interface ProcessEnd {
  readonly code: number | NodeJS.Signals;
  readonly output: string;
}

/** A process that is expected to end by itself; killed, and the promise rejected, after `withinMs`. */
export async function runToEnd({ args, env = {}, withinMs }: Omit<ProcessOptions, 'ready'>): Promise<ProcessEnd> {
  const child = spawnNode(args, env);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const late = setTimeout(() => child.kill('SIGKILL'), withinMs);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(late);
  if (signal === 'SIGKILL') throw new Error(`${args.join(' ')} did not end within ${withinMs} ms; it said:\n${output}`);
  return { code: code ?? signal ?? 'SIGKILL', output };
}

function spawnNode(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const { NODE_OPTIONS: _jest, ...inherited } = process.env;
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: REPOSITORY,
    env: { ...inherited, KAFKAJS_NO_PARTITIONER_WARNING: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** A process of the built system, for scenarios. Owns the child; its output is kept for the message of a failing test. */
export class PlinthProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly lines: string[],
    /** What the ready line told. */
    readonly told: string,
  ) {}

  /** Resolves when the process says that it is ready; throws with its output when it ends before, or takes too long. */
  static async start({ args, env = {}, ready, withinMs }: ProcessOptions): Promise<PlinthProcess> {
    const child = spawnNode(args, env);
    const lines: string[] = [];
    const told = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => fail(`not ready within ${withinMs} ms`), withinMs);
      const fail = (reason: string): void => {
        clearTimeout(late);
        child.kill('SIGKILL');
        reject(new Error(`${args.join(' ')}: ${reason}; it said:\n${lines.slice(-30).join('\n')}`));
      };
      child.once('exit', (code, signal) => fail(`ended with ${signal ?? code}`));
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          lines.push(...text.split('\n').filter(Boolean));
          if (lines.length > 2_000) lines.splice(0, 1_000);
          const found = ready.exec(text);
          if (!found) return;
          clearTimeout(late);
          child.removeAllListeners('exit');
          resolve(found[1] ?? '');
        });
    });
    return new PlinthProcess(child, lines, told);
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the process was never started');
    return this.child.pid;
  }

  get output(): string {
    return this.lines.join('\n');
  }

  /** Sends the signal and waits for the end; answers the exit code, or the signal that ended it. */
  async end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    if (this.child.exitCode !== null) return this.child.exitCode;
    if (this.child.signalCode !== null) return this.child.signalCode;
    const ended = once(this.child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    this.child.kill(signal);
    const [code, by] = await ended;
    return code ?? by ?? 'SIGKILL';
  }
}
