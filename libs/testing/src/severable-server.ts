import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SeverableServer {
  readonly url: string;
  /** Breaks all connections and refuses new ones. */
  sever(): void;
  /** Keeps connections and passes nothing on. */
  freeze(): void;
  /** Serves new connections again; frozen ones stay frozen. */
  mend(): void;
  close(): Promise<void>;
}

/** A way to the server of `url` that a test can cut, so that the server itself goes on for the other tests. */
export async function severableServer(url: string): Promise<SeverableServer> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let open = true;
  const server = createServer((client) => {
    if (!open) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sever = () => {
    open = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    sever,
    freeze: () => {
      for (const socket of sockets) socket.unpipe();
    },
    mend: () => {
      open = true;
    },
    close: () => {
      sever();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
