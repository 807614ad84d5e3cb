/**
 * One command at a time per folder, across processes.
 * Ownership: the lock is a listening local socket of this process; the kernel drops it when the process ends, however it ends.
 * L1: no child inherits it. L2: a waiter asks the holder what it does and says so.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './progress.mjs';

const hasAbstractSockets = process.platform === 'linux';
const ABSTRACT_NAME_BYTES = 107;

/**
 * Runs `work` alone among all holders of the same folder's lock.
 * @template T @param {string} folder @param {string} purpose @param {() => Promise<T>} work @param {number} [patienceMs] @returns {Promise<T>}
 */
export async function withLock(folder, purpose, work, patienceMs = 900_000) {
  const path = socketPath(folder);
  const until = Date.now() + patienceMs;
  let waiting = false;
  for (;;) {
    const server = await tryListen(path, `\`${purpose}\` (pid ${process.pid})`);
    if (server) return await work().finally(() => server.close());
    const holder = await askHolder(path);
    if (holder && !waiting) say(`waiting for ${holder}, which is at work in ${folder}`);
    waiting ||= holder !== undefined;
    if (Date.now() > until)
      throw new Error(
        `gave up after ${patienceMs / 1000} s: ${holder ?? 'another command'} is still at work in ${folder}`,
      );
    await sleep(100);
  }
}

/** Abstract names are padded to their full length: Node 20 pads them itself, Node 24 does not, and both must meet. @param {string} folder */
function socketPath(folder) {
  const name = `plinth-infra-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  return hasAbstractSockets ? `\0${name.padEnd(ABSTRACT_NAME_BYTES, '.')}` : join(tmpdir(), `${name}.sock`);
}

/** @param {string} path @param {string} self @returns {Promise<import('node:net').Server | undefined>} undefined when another holds it */
function tryListen(path, self) {
  return new Promise((settle, fail) => {
    const server = createServer((socket) => socket.on('error', () => socket.destroy()).end(self));
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'EADDRINUSE' ? settle(undefined) : fail(error),
    );
    server.listen(path, () => settle(server.unref()));
  });
}

/** @param {string} path @returns {Promise<string | undefined>} undefined when nobody answers */
function askHolder(path) {
  return new Promise((settle) => {
    let answer = '';
    const socket = connect(path)
      .setEncoding('utf8')
      .setTimeout(2000, () => socket.destroy());
    socket.on('data', (text) => (answer += text));
    socket.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
      if (!hasAbstractSockets && error.code === 'ECONNREFUSED') rmSync(path, { force: true });
    });
    socket.on('close', () => settle(answer || undefined));
  });
}
