import { Server, ServerCredentials, status, type handleUnaryCall } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

export interface StubCall {
  readonly method: string;
  readonly request: object;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Resolves when the caller gives up. */
  readonly cancelled: Promise<void>;
}

/** A message, bytes in its place, a status other than OK by its name, or no answer at all. */
export type StubAnswer =
  { readonly message: object } | { readonly bytes: Buffer } | { readonly status: keyof typeof status } | 'never';

interface StubOptions {
  readonly folder: string;
  readonly file: string;
  readonly service: string;
  /** Certificate and key in PEM; without them the stub speaks without TLS. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  readonly serve: (call: StubCall) => Promise<StubAnswer> | StubAnswer;
}

/** A server of one service, as another program has it: from the proto alone, and as ill-behaved as a test wants. */
export class GrpcStub {
  private constructor(
    readonly address: string,
    private readonly server: Server,
  ) {}

  static async start({ folder, file, service, tls, serve }: StubOptions): Promise<GrpcStub> {
    const found = loadSync(file, { includeDirs: [folder], keepCase: true, longs: Number, enums: String })[service];
    if (found === undefined || 'format' in found) throw new Error(`there is no service ${service} in ${file}`);
    const server = new Server();
    for (const [method, definition] of Object.entries(found)) {
      const responseSerialize = (value: object): Buffer =>
        Buffer.isBuffer(value) ? value : definition.responseSerialize(value);
      const answer: handleUnaryCall<object, object> = (call, callback) => {
        const cancelled = new Promise<void>((resolve) => call.once('cancelled', resolve));
        const asked = { method, request: call.request, metadata: call.metadata.getMap(), cancelled };
        void Promise.resolve(serve(asked)).then((given) => {
          if (given === 'never') return;
          if ('status' in given) callback({ code: status[given.status], details: 'by the test' });
          else callback(null, 'bytes' in given ? given.bytes : given.message);
        });
      };
      server.addService({ [method]: { ...definition, responseSerialize } }, { [method]: answer });
    }
    const trust = tls
      ? ServerCredentials.createSsl(null, [{ cert_chain: tls.cert, private_key: tls.key }])
      : ServerCredentials.createInsecure();
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', trust, (error, bound) => (error ? reject(error) : resolve(bound))),
    );
    return new GrpcStub(`127.0.0.1:${port}`, server);
  }

  /** Cuts every connection and stops listening. */
  close(): void {
    this.server.forceShutdown();
  }
}
