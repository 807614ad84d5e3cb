/**
 * Keeps one process of a mesh alive, as Kubernetes would. Owns its child, its pid file and its log.
 * 1. What dies is started again, the sooner the longer it lived.
 * 2. After `stop` nothing is started any more; SIGTERM first, SIGKILL when the grace period is over.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restartDelayMs } from './plan.mjs';

const SETTLED_MS = 10_000;

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
    started.stdout?.pipe(log, { end: false });
    started.stderr?.pipe(log, { end: false });
    if (started.pid !== undefined) writeFileSync(pidFile, `${started.pid}\n`);
    started.once('exit', (code, signal) => {
      rmSync(pidFile, { force: true });
      child = undefined;
      if (stopping) return;
      earlyDeaths = Date.now() - began < SETTLED_MS ? earlyDeaths + 1 : 0;
      const delay = restartDelayMs(earlyDeaths);
      say(
        `${plan.name} ended (${signal ?? `code ${code}`}); starting it again in ${delay} ms, its log: ${join(runDir, `${plan.name}.log`)}`,
      );
      timer = setTimeout(start, delay);
    });
  }

  start();
  return {
    name: plan.name,
    port: plan.port,
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
