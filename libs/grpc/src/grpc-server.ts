import { Server, ServerCredentials } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { listenFailure, type HealthRegistry } from '@plinth/http';
import { answerCall, type CallSurroundings } from './answer-call';
import { countCalls } from './count-calls';
import { describedProtos } from './described-protos';
import type { GrpcService } from './grpc-service';
import { addHealth } from './health-service';
import { loadProtos, serviceOf } from './load-protos';

/** Longer requests get RESOURCE_EXHAUSTED; the bound of HTTP's bodies. */
const MAX_REQUEST_BYTES = 256 * 1_024;

export interface GrpcServerOptions extends CallSurroundings {
  readonly services: readonly GrpcService[];
  /** The folder of their protos. */
  readonly protos: string;
  readonly health: HealthRegistry;
  readonly host: string;
  readonly drainTimeoutMs: number;
}

/**
 * A running gRPC edge with health and reflection. Owns the listening socket.
 * 1. `close` takes no new call, lets open ones end, for `drainTimeoutMs` at most, and cuts what is left.
 * 2. A service whose proto and methods do not agree is never served: the constructor throws.
 */
export class GrpcServer {
  private readonly server: Server;

  constructor(private readonly options: GrpcServerOptions) {
    const { services, protos: folder, health } = options;
    const files = services.map(({ proto }) => proto);
    const protos = loadProtos(folder, files);
    this.server = new Server({
      'grpc.max_receive_message_length': MAX_REQUEST_BYTES,
      interceptors: [
        countCalls(services.flatMap(({ name, methods }) => Object.keys(methods).map((method) => `${name}/${method}`))),
      ],
    });
    for (const { name, methods } of services) {
      const definition = serviceOf(protos, name);
      const [said, made] = [Object.keys(definition).sort(), Object.keys(methods).sort()];
      if (said.join() !== made.join()) throw new Error(`${name} has the methods ${said.join()}, not ${made.join()}`);
      this.server.addService(
        definition,
        Object.fromEntries(
          Object.entries(methods).map(([key, method]) => [key, answerCall(`${name}/${key}`, method, options)]),
        ),
      );
    }
    const names = services.map(({ name }) => name);
    addHealth(this.server, names, health);
    new ReflectionService(describedProtos(protos)).addToServer(this.server);
  }

  /** Returns the address. Port 0 takes a free one. Throws PermanentError `port_unavailable` when it cannot listen. */
  async listen(port: number): Promise<string> {
    const { host } = this.options;
    const bare = host.includes(':') ? `[${host}]` : host;
    const bound = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync(`${bare}:${port}`, ServerCredentials.createInsecure(), (error, actual) =>
        error ? reject(listenFailure(error, host, port)) : resolve(actual),
      );
    });
    return `${bare}:${bound}`;
  }

  async close(): Promise<void> {
    const cut = setTimeout(() => this.server.forceShutdown(), this.options.drainTimeoutMs);
    await new Promise<void>((resolve) => this.server.tryShutdown(() => resolve()));
    clearTimeout(cut);
  }
}
