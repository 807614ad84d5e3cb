import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface ExchangeOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For everything, from the connection to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Without one the connection is made for this exchange alone. */
  readonly agent: Agent | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

export type Exchanged =
  | { readonly kind: 'response'; readonly status: number; readonly body: Buffer }
  | { readonly kind: 'too_large'; readonly status: number }
  /** No connection came about, so nothing was sent. */
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' };

/** One request and its answer, told apart by whether the other side can have seen it. Never rejects; redirects are answers. */
export function exchange(options: ExchangeOptions): Promise<Exchanged> {
  if (options.signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
  return new Promise((resolve) => {
    let connected = false;
    const begin = options.url.protocol === 'https:' ? httpsRequest : httpRequest;
    const { method, headers, body, agent = false } = options;
    const request = begin(options.url, { method, agent, headers: withLength(headers, body) });
    const end = (exchanged: Exchanged): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', giveUp);
      resolve(exchanged);
    };
    const giveUp = (): void => {
      end({ kind: 'cancelled' });
      request.destroy();
    };
    options.signal?.addEventListener('abort', giveUp);
    const timer = setTimeout(() => {
      end({ kind: connected ? 'timeout' : 'not_sent' });
      request.destroy();
    }, options.timeoutMs);
    onConnected(request, () => (connected = true));
    request.once('error', () => end({ kind: connected ? 'broken' : 'not_sent' }));
    request.once('response', (response) => collect(response, options.maxBytes, end));
    request.end(body);
  });
}

function withLength(headers: Readonly<Record<string, string>>, body: string | undefined): Record<string, string> {
  return body === undefined ? { ...headers } : { ...headers, 'content-length': String(Buffer.byteLength(body)) };
}

function onConnected(request: ClientRequest, connected: () => void): void {
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', connected);
    else connected();
  });
}

function collect(response: IncomingMessage, maxBytes: number, end: (exchanged: Exchanged) => void): void {
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) {
      chunks.push(chunk);
      return;
    }
    end({ kind: 'too_large', status });
    response.destroy();
  });
  response.once('end', () => end({ kind: 'response', status, body: Buffer.concat(chunks) }));
  response.once('error', () => end({ kind: 'broken' }));
  response.once('close', () => end({ kind: 'broken' }));
}
