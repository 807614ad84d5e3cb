/** Ports of this machine. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Those of the ports on which nobody may listen any more, in order. @param {readonly number[]} ports @param {string} host */
export async function takenPorts(ports, host) {
  /** @type {number[]} */
  const taken = [];
  for (const port of ports) if (!(await isFree(port, host))) taken.push(port);
  return taken;
}

/** @param {number} port @param {string} host */
async function isFree(port, host) {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
  await new Promise((closed) => server.close(closed));
  return true;
}
