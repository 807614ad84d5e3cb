/** Whether a server really answers its clients; an open port is not enough. Each probe throws when it does not. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PROBE_TIMEOUT_MS = 2000;

/** A broker that is not fenced, and a group coordinator. @param {number} port */
export async function probeKafka(port) {
  const metadata = await ask(port, kafkaRequest(3, 1, int32(0)), kafkaFrameEnd);
  if (metadata.readInt32BE(8) < 1) throw new Error('no broker is registered yet');
  const coordinator = await ask(port, kafkaRequest(10, 0, kafkaString('plinth-infra')), kafkaFrameEnd);
  const code = coordinator.readInt16BE(8);
  if (code !== 0) throw new Error(`no group coordinator yet (Kafka error ${code})`);
}

/** @param {number} port @param {string} password */
export async function probeRedis(port, password) {
  const answer = await ask(port, Buffer.from(`AUTH app ${password}\r\nPING\r\n`), (bytes) =>
    /\r\n[^]*\r\n|^-[^]*\r\n/.test(bytes.toString()),
  );
  if (answer.toString() !== '+OK\r\n+PONG\r\n') throw new Error(`Redis answers ${answer.toString().trim()}`);
}

/** PostgreSQL asks for a password once it accepts connections; before, it sends an error. @param {number} port */
export async function probePostgres(port) {
  const body = Buffer.concat([int32(196608), Buffer.from('user\0postgres\0database\0postgres\0\0')]);
  const answer = await ask(
    port,
    Buffer.concat([int32(body.length + 4), body]),
    (bytes) => bytes.length >= 5 && bytes.length > bytes.readInt32BE(1),
  );
  if (answer[0] !== 0x52)
    throw new Error(
      `PostgreSQL answers ${answer
        .subarray(5)
        .toString()
        .split('\0')
        .map((field) => field.slice(1))
        .filter(Boolean)
        .join(' ')}`,
    );
}

/** Of a server that runs. @param {() => Promise<void>} probe @returns {Promise<'up' | 'starting'>} */
export const stateBy = (probe) =>
  probe().then(
    () => 'up',
    () => 'starting',
  );

/**
 * Repeats `probe` until it succeeds. Throws when `hasEnded` says so or after `timeoutMs`, with the probe's last reason.
 * @param {() => Promise<void>} probe @param {{ timeoutMs: number, hasEnded?: () => boolean }} limits
 */
export async function waitUntilReady(probe, { timeoutMs, hasEnded = () => false }) {
  for (const until = Date.now() + timeoutMs; ; await sleep(50)) {
    if (hasEnded()) throw new Error('the server ended while starting');
    try {
      return await probe();
    } catch (error) {
      if (Date.now() > until)
        throw new Error(`not ready after ${timeoutMs / 1000} s: ${/** @type {Error} */ (error).message}`, {
          cause: error,
        });
    }
  }
}

/** @param {number} port @param {Buffer} question @param {(bytes: Buffer) => boolean} isWhole @returns {Promise<Buffer>} */
function ask(port, question, isWhole) {
  return new Promise((settle, fail) => {
    let bytes = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1', () => void socket.write(question));
    socket.setTimeout(PROBE_TIMEOUT_MS, () =>
      socket.destroy(new Error(`no answer within ${PROBE_TIMEOUT_MS / 1000} s`)),
    );
    socket.on('data', (more) => {
      bytes = Buffer.concat([bytes, more]);
      if (isWhole(bytes)) (settle(bytes), socket.destroy());
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the connection was closed without an answer')));
  });
}

/** @param {number} apiKey @param {number} version @param {Buffer} body */
function kafkaRequest(apiKey, version, body) {
  const head = Buffer.alloc(8);
  head.writeInt16BE(apiKey, 0);
  head.writeInt16BE(version, 2);
  const request = Buffer.concat([head, kafkaString('plinth-infra'), body]);
  return Buffer.concat([int32(request.length), request]);
}

/** @param {Buffer} bytes */
const kafkaFrameEnd = (bytes) => bytes.length >= 10 && bytes.length >= bytes.readInt32BE(0) + 4;

/** @param {string} text */
function kafkaString(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

/** @param {number} value */
function int32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
