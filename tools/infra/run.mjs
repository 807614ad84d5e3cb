/** Short commands: run to the end, their output collected. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Returns stdout. Throws with the end of the output when the command fails or takes longer than `timeoutMs`.
 * @param {string} file @param {string[]} args
 * @param {{ input?: string, env?: NodeJS.ProcessEnv, cwd?: string, timeoutMs?: number, account?: import('./paths.mjs').Account | undefined }} [options]
 * @returns {Promise<string>}
 */
export function run(file, args, { input, env, cwd, timeoutMs = 60_000, account } = {}) {
  return new Promise((settle, fail) => {
    const child = spawn(file, args, {
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C.UTF-8', ...env },
      ...(cwd && { cwd }),
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    let stdout = '';
    let output = '';
    let timedOut = false;
    const deadline = setTimeout(() => (timedOut = child.kill('SIGKILL')), timeoutMs);
    child.stdout?.setEncoding('utf8').on('data', (text) => ((stdout += text), (output += text)));
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.stdin?.on('error', () => undefined).end(input);
    child.once('error', (error) => (clearTimeout(deadline), fail(error)));
    child.once('close', (code) => {
      clearTimeout(deadline);
      const why = timedOut ? `took longer than ${timeoutMs / 1000} s` : `ended with ${code}`;
      if (code === 0) settle(stdout);
      else
        fail(new Error(`\`${file} ${args[0] ?? ''}\` ${why}:\n${output.trimEnd().split('\n').slice(-20).join('\n')}`));
    });
  });
}

/** The path of a program, or undefined. @param {string} name */
export function findProgram(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
