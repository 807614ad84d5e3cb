import { spawn } from 'node:child_process';

/** Process groups that this process started and that may still run. @type {Set<number>} */
const groups = new Set();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    for (const group of groups) kill(group);
    process.kill(process.pid, signal);
  });
}

/** @typedef {{ code: number | null, timedOut: boolean, lingered: boolean, durationMs: number }} ChildEnd */

/**
 * Runs a program in a process group of its own and waits for its end; nothing of the group is left when this resolves.
 * `timedOut`: it was killed after `boundMs`. `lingered`: `isDone` said that its work was complete, and it was still
 * there `lingerMs` later, so it was killed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ boundMs: number, env?: NodeJS.ProcessEnv, cwd?: string, stdio?: import('node:child_process').StdioOptions, isDone?: () => boolean, lingerMs?: number }} options
 * @returns {Promise<ChildEnd>}
 */
export function runChild(
  command,
  args,
  { boundMs, env = process.env, cwd, stdio = 'inherit', isDone, lingerMs = 20_000 },
) {
  const startedAt = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio, detached: true });
    const group = child.pid;
    let timedOut = false;
    let doneAt = 0;
    let lingered = false;
    if (group !== undefined) groups.add(group);
    const stop = () => group !== undefined && kill(group);
    const bound = setTimeout(() => {
      timedOut = true;
      stop();
    }, boundMs);
    const watch = setInterval(() => {
      if (!isDone?.()) return;
      doneAt ||= Date.now();
      if (Date.now() - doneAt < lingerMs) return;
      lingered = true;
      stop();
    }, 500);
    const settle = () => {
      clearTimeout(bound);
      clearInterval(watch);
      if (group !== undefined) groups.delete(group);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('exit', (code) => {
      settle();
      stop();
      resolve({ code, timedOut, lingered, durationMs: Date.now() - startedAt });
    });
  });
}

/** @param {number} group */
function kill(group) {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
