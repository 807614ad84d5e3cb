import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuse, type IdSource } from '@plinth/kernel';
import type { Request } from 'express';
import { throwRefusal } from './http-refusal';

/** How long an answered socket goes on being read: closed over unread bytes, the client would lose the answer. */
const LINGER_MS = 500;

const MALFORMED = [400, 'malformed_request', 'The request is no HTTP that this server reads.'] as const;
const ANSWERS: ReadonlyMap<string | undefined, Answer> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, 'headers_too_large', 'The headers are longer than this server takes.']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', [413, 'body_too_large', 'The chunk extensions are longer than this server takes.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'request_timeout', 'The request did not come to its end in time.']],
]);
const UNMET = [417, 'expectation_failed', 'Only Expect: 100-continue can be met.'] as const;

/**
 * What Node refuses before there is a request for Express gets the one error shape too, with a request id.
 * 1. Nothing is written to a socket that is gone, nor into an answer that has begun: then the socket is destroyed.
 */
export function answerBrokenRequests(server: Server, ids: IdSource): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => latest.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writableEnded) return;
    if (!socket.writable || error.code === 'ECONNRESET' || isOwed(latest.get(socket))) {
      socket.destroy();
      return;
    }
    socket.end(answerText(ANSWERS.get(error.code) ?? MALFORMED, ids.next()));
    const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(cut));
  });
  server.on('checkExpectation', (_request, response) => {
    const { status, headers, body } = answerOf(UNMET, ids.next());
    response.writeHead(status, headers).end(body);
  });
}

/** HTTP/1.1 has to name its host. The parser would refuse it with an empty body: see EdgeAdapter. */
export function hostRequired(request: Request, _response: unknown, next: () => void): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    throwRefusal(
      refuse('invalid', 'malformed_request', 'The request names no Host.', { field: 'Host', rule: 'required' }),
    );
  next();
}

/** Whether what goes out next on the socket belongs to an earlier request, which was whole. */
function isOwed(response: ServerResponse | undefined): boolean {
  return response !== undefined && !response.writableFinished && (response.headersSent || response.req.complete);
}

type Answer = readonly [status: number, code: string, message: string];

function answerOf([status, code, message]: Answer, requestId: string) {
  const body = JSON.stringify({ error: { code, message, retryable: status === 408, request_id: requestId } });
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  return { status, headers, body };
}

function answerText(answer: Answer, requestId: string): string {
  const { status, headers, body } = answerOf(answer, requestId);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
