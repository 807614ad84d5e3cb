import { AsyncLocalStorage } from 'node:async_hooks';
import { injectContext } from '@plinth/telemetry';

/** Errors after which no connection has come about. */
const NEVER_CONNECTED = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
]);

const current = new AsyncLocalStorage<McpExchange>();

/**
 * What is known of one request of a client of MCP, which itself tells its failures apart by words alone. The first request that is made
 * within `during` is noted, and is cut when the exchange ends: to be told that it was cancelled is up to a server, to be cut is not.
 */
export class McpExchange {
  /** Whether the other side can have seen the request. */
  wasSent = false;
  isTooLarge = false;
  status: number | undefined;
  private isTaken = false;
  private readonly ended = new AbortController();
  private readonly broke = Promise.withResolvers<never>();

  constructor(private readonly maxBytes: number) {
    this.broke.promise.catch(() => undefined);
  }

  /** Rejects, too, as soon as the answer breaks off or is over the bound: a stream that ends so is waited for by the client. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await Promise.race([current.run(this, work), this.broke.promise]);
    } finally {
      this.ended.abort();
    }
  }

  static readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(injectContext())) headers.set(name, String(value));
    const exchange = current.getStore();
    if (!exchange || exchange.isTaken || init.method !== 'POST') return fetch(url, { ...init, headers });
    exchange.isTaken = true;
    return exchange.take(url, { ...init, headers });
  };

  private async take(url: string | URL, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.any([this.ended.signal, ...(init.signal ? [init.signal] : [])]);
    try {
      const response = await fetch(url, { ...init, signal });
      this.wasSent = true;
      this.status = response.status;
      return response.body ? this.bounded(response, response.body) : response;
    } catch (error) {
      this.wasSent = !NEVER_CONNECTED.has(codeOf(error));
      throw error;
    }
  }

  private bounded(response: Response, body: NonNullable<Response['body']>): Response {
    let bytes = 0;
    const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
    const counted = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          bytes += value.length;
          this.isTooLarge = bytes > this.maxBytes;
          if (this.isTooLarge) throw new Error('the answer is over the bound');
          controller.enqueue(value);
        } catch (error) {
          this.broke.reject(error);
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(counted, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  }
}

function codeOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : '';
}
