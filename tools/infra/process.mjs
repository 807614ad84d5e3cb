/**
 * Long-running servers as detached processes.
 * Ownership: a server is ours if our record names it and the kernel's facts agree.
 * P1: a signal goes only to a process whose pid, boot, start time, working folder and program all match the record.
 * P2: a server outlives its starter: own session, log file as output, nothing that keeps a caller's file or pipe open.
 * P3: a zombie counts as ended. It may stay for seconds or for ever (that depends on process 1), so its successor does not wait for it.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ofProcess, readIfThere, writeWhole } from './files.mjs';

/**
 * @typedef {{ pid: number, startTicks: string, bootId: string }} ProcessRecord
 * @typedef {{ record: string, cwd: string, program: RegExp, lockFile?: string }} Expected
 *   where the record is, what the process must look like, and the file by which the server itself refuses a second one
 * @typedef {{ pid: number, exited: () => boolean }} Started
 */

const LOG_LIMIT_BYTES = 8 * 2 ** 20;
const CLOSE_ON_EXEC = 0o2000000;

/**
 * @param {Expected} expected
 * @param {{ file: string, args: string[], log: string, env?: NodeJS.ProcessEnv, account?: import('./paths.mjs').Account | undefined }} command
 * @returns {Promise<Started>}
 */
export async function startDetached(expected, command) {
  if ((statSync(command.log, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES)
    renameSync(command.log, `${command.log}.1`);
  const log = openSync(command.log, 'a', 0o644);
  const nothing = openSync('/dev/null', 'r+');
  /** @type {('ignore' | number)[]} */
  const stdio = ['ignore', log, log];
  for (const fd of inheritedDescriptors()) {
    while (stdio.length < fd) stdio.push('ignore');
    stdio[fd] = nothing;
  }
  const child = spawn(command.file, command.args, {
    cwd: expected.cwd,
    detached: true,
    stdio,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: expected.cwd, ...command.env },
    ...(command.account && { uid: command.account.uid, gid: command.account.gid }),
  });
  closeSync(log);
  closeSync(nothing);
  await new Promise((settle, fail) => child.once('spawn', settle).once('error', fail));
  const pid = /** @type {number} */ (child.pid);
  const facts = processFacts(pid);
  if (facts) writeWhole(expected.record, JSON.stringify({ pid, startTicks: facts.startTicks, bootId: bootId() }));
  child.unref();
  return { pid, exited: () => child.exitCode !== null || child.signalCode !== null };
}

/**
 * The pid of the running server, or undefined.
 * @param {Expected} expected @returns {number | undefined}
 */
export function runningPid(expected) {
  const record = readRecord(expected);
  return record && judge(record, expected) === 'ours' ? record.pid : undefined;
}

/**
 * What the recorded process is now (P1): `gone` also when its pid belongs to another process, `foreign` when it is something else than recorded.
 * @param {ProcessRecord} record @param {Expected} expected @returns {'ours' | 'zombie' | 'gone' | 'foreign'}
 */
export function judge(record, expected) {
  const facts = processFacts(record.pid);
  if (!facts) return 'gone';
  if (record.bootId !== bootId() || facts.startTicks !== record.startTicks) return 'gone';
  if (facts.state === 'Z' || facts.state === 'X') return 'zombie';
  const program = basename(linkTarget(record.pid, 'exe')?.replace(/ \(deleted\)$/, '') ?? '');
  return expected.program.test(program) && linkTarget(record.pid, 'cwd') === expected.cwd ? 'ours' : 'foreign';
}

/**
 * Ends the server; after `patienceMs` by SIGKILL. Does nothing when it does not run.
 * @param {Expected} expected @param {NodeJS.Signals} signal @param {number} [patienceMs]
 * @returns {Promise<'ended' | 'killed' | 'was not running'>}
 */
export async function endProcess(expected, signal, patienceMs = 20_000) {
  const pid = runningPid(expected);
  if (pid === undefined) return 'was not running';
  process.kill(pid, signal);
  if (await within(patienceMs, () => runningPid(expected) === undefined)) return 'ended';
  process.kill(pid, 'SIGKILL');
  if (await within(10_000, () => runningPid(expected) === undefined)) return 'killed';
  throw new Error(`process ${pid} does not end, even by SIGKILL`);
}

/**
 * Clears what a server that has ended left behind: our record, and its lock file if that names the same process.
 * PostgreSQL would take a zombie (P3) for a running server; orphans of its own it notices by their shared memory.
 * @param {Expected} expected
 */
export function forgetEnded(expected) {
  const record = readRecord(expected);
  if (!record || judge(record, expected) === 'ours') return;
  if (expected.lockFile && Number.parseInt(readIfThere(expected.lockFile) ?? '', 10) === record.pid)
    rmSync(expected.lockFile);
  rmSync(expected.record, { force: true });
}

/** @param {number} timeMs @param {() => boolean} isDone */
async function within(timeMs, isDone) {
  for (const until = Date.now() + timeMs; Date.now() < until; await sleep(20)) if (isDone()) return true;
  return isDone();
}

/** @param {Expected} expected @returns {ProcessRecord | undefined} */
function readRecord(expected) {
  const text = readIfThere(expected.record);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Fields of /proc/<pid>/stat; the program's name may hold spaces and brackets. @param {number} pid */
export function processFacts(pid) {
  const stat = ofProcess(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0] ?? '', startTicks: fields[19] ?? '' };
}

/** @param {number} pid @param {'exe' | 'cwd'} what */
const linkTarget = (pid, what) => ofProcess(() => readlinkSync(`/proc/${pid}/${what}`));

export const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();

/**
 * Descriptors that this process was given without close-on-exec, such as a caller's pipe or lock; the runtime's own have it.
 * @returns {number[]}
 */
const inheritedDescriptors = () =>
  readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((fd) => {
      const flags = /^flags:\s*(\d+)/m.exec(readIfThere(`/proc/self/fdinfo/${fd}`) ?? '')?.[1];
      return fd > 2 && flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
    });
