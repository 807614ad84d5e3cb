import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readOtlpSpans, type ReceivedSpan } from './otlp-spans';

export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** What a traced process needs in its environment to export here, promptly. */
  readonly environment: Readonly<Record<string, string>>;
  spans(): readonly ReceivedSpan[];
  /** Resolves with all spans once the predicate holds for them; rejects after `timeoutMs` with the names that had come. */
  waitFor(predicate: (spans: readonly ReceivedSpan[]) => boolean, timeoutMs: number): Promise<readonly ReceivedSpan[]>;
  clear(): void;
  close(): Promise<void>;
}

/** A collector for tests on a free loopback port: takes OTLP over HTTP with JSON bodies at /v1/traces. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const arrivals = new Set<() => void>();
  const server = createServer((request, response) => {
    receive(request).then(
      (received) => {
        spans.push(...received);
        for (const arrived of [...arrivals]) arrived();
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      },
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    spans: () => [...spans],
    waitFor: (predicate, timeoutMs) =>
      new Promise((resolve, reject) => {
        const settle = (): void => {
          if (!predicate(spans)) return;
          finish();
          resolve([...spans]);
        };
        const late = setTimeout(() => {
          finish();
          reject(new Error(`The awaited spans did not come in ${timeoutMs} ms; came: ${describe(spans)}`));
        }, timeoutMs);
        const finish = (): void => {
          clearTimeout(late);
          arrivals.delete(settle);
        };
        arrivals.add(settle);
        settle();
      }),
    clear: () => spans.splice(0),
    close: () => close(server),
  };
}

async function receive(request: IncomingMessage): Promise<readonly ReceivedSpan[]> {
  if (request.method !== 'POST' || request.url !== '/v1/traces') throw new Error('only POST /v1/traces');
  if (!request.headers['content-type']?.includes('json')) {
    throw new Error('only JSON bodies: set OTEL_EXPORTER_OTLP_PROTOCOL=http/json');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return readOtlpSpans(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}

function describe(spans: readonly ReceivedSpan[]): string {
  return spans.map((span) => `${span.service}:${span.name}`).join(', ') || 'none';
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
