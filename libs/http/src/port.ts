import { once } from 'node:events';
import { createServer } from 'node:net';
import { PermanentError } from '@plinth/kernel';

const WHAT_TO_DO: ReadonlyMap<string | undefined, string> = new Map([
  ['EADDRINUSE', 'is taken: stop what listens there, or set PLINTH_PORT'],
  ['EACCES', 'may not be opened by this user: set PLINTH_PORT to a higher one'],
  ['EADDRNOTAVAIL', 'is no address of this machine: set PLINTH_HOST'],
]);

/** What to throw where `listen` failed: PermanentError `port_unavailable` where the address is the cause, else the error as it is. */
export function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const whatToDo = WHAT_TO_DO.get(error.code);
  if (whatToDo === undefined) return error;
  return new PermanentError('port_unavailable', `Port ${port} of ${host} ${whatToDo}.`, {}, { cause: error });
}

/** For whoever opens stores before it listens: throws PermanentError `port_unavailable` as `listen` would. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, host, port);
  });
  await new Promise((closed) => server.close(closed));
}
