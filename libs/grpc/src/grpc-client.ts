import {
  Client,
  connectivityState,
  credentials,
  Metadata,
  status,
  type ChannelOptions,
  type ServiceError,
} from '@grpc/grpc-js';
import { injectContext, setActiveSpanAttributes, SpanKind, withSpan } from '@plinth/telemetry';
import { loadProtos, serviceOf } from './load-protos';

export interface GrpcClientOptions {
  /** The folder of the protos, the file below it, and the service in it with its package. */
  readonly protos: string;
  readonly file: string;
  readonly service: string;
  /** Of an answer, as it is on the wire. */
  readonly maxBytes: number;
}

export interface GrpcCall {
  /** `grpc://host:port`, or `grpcs://host:port` for TLS with the authorities that Node trusts. */
  readonly url: string;
  readonly method: string;
  readonly request: object;
  /** For everything, from the connection to the answer; the other side is told it as the deadline. */
  readonly timeoutMs: number;
  readonly metadata?: Readonly<Record<string, string>>;
  /** On a connection of its own: a kept one may turn out closed only after the request was written to it. */
  readonly fresh?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** What came of a call, told apart by whether the other side can have seen it. */
export type GrpcAnswered =
  | { readonly kind: 'message'; readonly message: object; readonly bytes: number }
  /** A status other than OK, by its name. */
  | { readonly kind: 'status'; readonly status: string }
  | { readonly kind: 'too_large' }
  /** No message of the method. */
  | { readonly kind: 'unreadable' }
  /** No connection came about, so nothing was sent. */
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'timeout' }
  /** Given up by its caller. */
  | { readonly kind: 'cancelled' };

const CHANNEL: ChannelOptions = {
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2_000,
  // Whoever calls decides on repetitions.
  'grpc.enable_retries': 0,
  'grpc.service_config_disable_resolution': 1,
  'grpc.enable_http_proxy': 0,
};

/** What `@grpc/grpc-js` says where an answer is over the bound; the code alone is a server's too. */
const OVER_THE_BOUND = /^Received message larger than max/;

/**
 * Calls one service at any address. Owns its connections: one an address, kept open and alive by pings, until `close`.
 * Never rejects for what the other side or the way to it does. A call is a client span, and carries its trace.
 */
export class GrpcClient {
  private readonly clients = new Map<string, Client>();
  private readonly definition;

  constructor(private readonly options: GrpcClientOptions) {
    this.definition = serviceOf(loadProtos(options.protos, [options.file]), options.service);
  }

  call(call: GrpcCall): Promise<GrpcAnswered> {
    const rpcMethod = `${this.options.service}/${call.method}`;
    const attributes = { rpcSystem: 'grpc', rpcMethod };
    return withSpan(rpcMethod, { kind: SpanKind.CLIENT, attributes, scope: 'grpc' }, async () => {
      const answered = await this.exchange(call);
      setActiveSpanAttributes({ rpcStatus: answered.kind === 'status' ? answered.status : answered.kind });
      return answered;
    });
  }

  close(): void {
    for (const client of this.clients.values()) client.close();
    this.clients.clear();
  }

  private async exchange(call: GrpcCall): Promise<GrpcAnswered> {
    if (call.fresh !== true) return this.exchangeOver(this.kept(call.url), call);
    const client = this.open(call.url, { 'grpc.use_local_subchannel_pool': 1 });
    try {
      return await this.exchangeOver(client, call);
    } finally {
      client?.close();
    }
  }

  private async exchangeOver(client: Client | undefined, call: GrpcCall): Promise<GrpcAnswered> {
    const deadline = Date.now() + call.timeoutMs;
    if (!client || !(await isConnected(client, deadline))) return { kind: 'not_sent' };
    return call.signal?.aborted === true ? { kind: 'cancelled' } : this.unary(client, call, deadline);
  }

  private unary(client: Client, call: GrpcCall, deadline: number): Promise<GrpcAnswered> {
    const method = this.definition[call.method];
    if (!method) throw new Error(`${this.options.service} has no method ${call.method}`);
    const metadata = new Metadata();
    for (const [name, value] of Object.entries({ ...call.metadata, ...injectContext() })) metadata.set(name, value);
    return new Promise((resolve) => {
      const answered = (error: ServiceError | null, bytes?: Buffer): void => {
        call.signal?.removeEventListener('abort', giveUp);
        if (!error) resolve(messageOf(bytes ?? Buffer.of()));
        else resolve(call.signal?.aborted === true ? { kind: 'cancelled' } : failureOf(error));
      };
      const messageOf = (bytes: Buffer): GrpcAnswered => {
        try {
          return { kind: 'message', message: method.responseDeserialize(bytes), bytes: bytes.length };
        } catch {
          return { kind: 'unreadable' };
        }
      };
      const begun = client.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        (bytes: Buffer) => bytes,
        call.request,
        metadata,
        { deadline },
        answered,
      );
      const giveUp = (): void => begun.cancel();
      call.signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  private kept(url: string): Client | undefined {
    const known = this.clients.get(url);
    if (known) return known;
    const client = this.open(url, {});
    if (client) this.clients.set(url, client);
    return client;
  }

  /** Undefined for a URL of another form. */
  private open(url: string, more: ChannelOptions): Client | undefined {
    const { protocol, hostname, port } = URL.parse(url) ?? {};
    if (!hostname || !port || (protocol !== 'grpc:' && protocol !== 'grpcs:')) return undefined;
    const trust = protocol === 'grpcs:' ? credentials.createSsl() : credentials.createInsecure();
    const options = { ...CHANNEL, 'grpc.max_receive_message_length': this.options.maxBytes, ...more };
    return new Client(`${hostname}:${port}`, trust, options);
  }
}

function failureOf({ code, details }: ServiceError): GrpcAnswered {
  if (code === status.DEADLINE_EXCEEDED) return { kind: 'timeout' };
  if (code === status.CANCELLED) return { kind: 'broken' };
  if (code === status.RESOURCE_EXHAUSTED && OVER_THE_BOUND.test(details)) return { kind: 'too_large' };
  return { kind: 'status', status: status[code] };
}

/** Waits for a connection; false as soon as a try has failed, while others wait for the next one, or at the deadline. */
async function isConnected(client: Client, deadline: number): Promise<boolean> {
  const channel = client.getChannel();
  for (;;) {
    const state = channel.getConnectivityState(true);
    if (state === connectivityState.READY) return true;
    if (state === connectivityState.TRANSIENT_FAILURE || state === connectivityState.SHUTDOWN) return false;
    const late = await new Promise<boolean>((resolve) =>
      channel.watchConnectivityState(state, deadline, (error) => resolve(error !== undefined && error !== null)),
    );
    if (late) return false;
  }
}
