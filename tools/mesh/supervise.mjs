/**
 * Keeps one process of a mesh alive, as Kubernetes would. Owns its child, its pid file and its log.
 * 1. What dies is started again, the sooner the longer it lived.
 * 2. After `stop` nothing is started any more; SIGTERM first, SIGKILL when the grace period is over.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastErrorIn } from './last-error.mjs';
import { restartDelayMs } from './plan.mjs';

const SETTLED_MS = 10_000;
/** Of its output, for the reason of an end. */
const KEPT_CHARACTERS = 16_384;

/**
 * @param {import('./plan.mjs').Process} plan
 * @param {{ runDir: string, graceMs: number, say: (line: string) => void }} options
 */
export function supervise(plan, { runDir, graceMs, say }) {
  const pidFile = join(runDir, `${plan.name}.pid`);
  const log = createWriteStream(join(runDir, `${plan.name}.log`), { flags: 'a' });
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let stopping = false;
  let earlyDeaths = 0;

  function start() {
    const began = Date.now();
    const args = [
      '--enable-source-maps',
      '--disable-warning=ExperimentalWarning',
      '--require',
      '@plinth/telemetry/preload',
      plan.script,
    ];
    const started = spawn(process.execPath, args, {
      env: { ...process.env, ...plan.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    let output = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream?.pipe(log, { end: false });
      stream?.setEncoding('utf8').on('data', (text) => (output = `${output}${text}`.slice(-KEPT_CHARACTERS)));
    }
    if (started.pid !== undefined) writeFileSync(pidFile, `${started.pid}\n`);
    started.once('close', (code, signal) => {
      rmSync(pidFile, { force: true });
      child = undefined;
      if (stopping) return;
      earlyDeaths = Date.now() - began < SETTLED_MS ? earlyDeaths + 1 : 0;
      const delay = restartDelayMs(earlyDeaths);
      const reason = [signal ?? `code ${code}`, code ? lastErrorIn(output) : undefined].filter(Boolean).join(': ');
      const logFile = join(runDir, `${plan.name}.log`);
      say(`${plan.name} ended (${reason}); starting it again in ${delay} ms, its log: ${logFile}`);
      timer = setTimeout(start, delay);
    });
  }

  start();
  return {
    name: plan.name,
    port: plan.port,
    /** Undefined while it is dead: then what answers on its port is somebody else. */
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      const running = child;
      if (running) {
        const ended = new Promise((resolve) => running.once('exit', resolve));
        running.kill('SIGTERM');
        const hard = setTimeout(() => running.kill('SIGKILL'), graceMs);
        await ended;
        clearTimeout(hard);
      }
      await new Promise((resolve) => log.end(resolve));
    },
  };
}
