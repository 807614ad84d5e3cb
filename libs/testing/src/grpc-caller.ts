import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { loadSync, type MethodDefinition } from '@grpc/proto-loader';

export interface GrpcAnswer {
  /** The name of the status: `OK`, `NOT_FOUND`. */
  readonly status: string;
  /** As JSON, what the client does not know left out; undefined unless the status is OK. */
  readonly body: unknown;
  readonly message: string;
  /** What the server sent at the head and at the end. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** `grpc-status-details-bin`. */
  readonly details: Buffer | undefined;
}

export interface GrpcCallOptions {
  readonly metadata?: Readonly<Record<string, string>>;
  readonly deadlineMs?: number;
}

interface Proto {
  readonly folder: string;
  readonly file: string;
  readonly service: string;
}

/** A client of one service, as another program has it: from the proto alone. */
export class GrpcCaller {
  private constructor(
    private readonly client: Client,
    private readonly methods: Readonly<Record<string, MethodDefinition<object, object>>>,
  ) {}

  static open(address: string, { folder, file, service }: Proto): GrpcCaller {
    const protos = loadSync(file, { includeDirs: [folder], keepCase: true, longs: Number, enums: String });
    const found = protos[service];
    if (found === undefined || 'format' in found) throw new Error(`there is no service ${service} in ${file}`);
    return new GrpcCaller(new Client(address, credentials.createInsecure()), found);
  }

  get methodNames(): readonly string[] {
    return Object.keys(this.methods);
  }

  call(name: string, request: object, { metadata = {}, deadlineMs }: GrpcCallOptions = {}): Promise<GrpcAnswer> {
    const method = this.methods[name];
    if (!method) throw new Error(`there is no method ${name}`);
    const sent = new Metadata();
    for (const [key, value] of Object.entries(metadata)) sent.set(key, value);
    const { path, requestSerialize, responseDeserialize } = method;
    const options = deadlineMs === undefined ? {} : { deadline: Date.now() + deadlineMs };
    return new Promise((resolve) => {
      let head = {};
      const answered = (error: ServiceError | null, answer?: object): void =>
        resolve({
          status: status[error?.code ?? status.OK],
          body: error ? undefined : JSON.parse(JSON.stringify(answer)),
          message: error?.details ?? '',
          metadata: { ...head, ...error?.metadata.getMap() },
          details: bytesOf(error?.metadata.get('grpc-status-details-bin')[0]),
        });
      this.client
        .makeUnaryRequest(path, requestSerialize, responseDeserialize, request, sent, options, answered)
        .on('metadata', (received: Metadata) => {
          head = received.getMap();
        });
    });
  }

  close(): void {
    this.client.close();
  }
}

function bytesOf(value: string | Buffer | undefined): Buffer | undefined {
  return typeof value === 'string' ? undefined : value;
}
