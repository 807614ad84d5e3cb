import { Socket } from 'node:net';

/** A socket that sends what one tick writes in one system call: BEGIN, a statement and COMMIT are three writes of the driver. */
export function corkedSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let flushing = false;
  const corked = (...args: unknown[]): boolean => {
    if (!flushing) {
      flushing = true;
      socket.cork();
      process.nextTick(() => {
        flushing = false;
        socket.uncork();
      });
    }
    return write(...args);
  };
  socket.write = corked;
  return socket;
}
