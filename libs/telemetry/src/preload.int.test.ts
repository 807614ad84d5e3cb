import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startOtlpReceiver, type OtlpReceiver } from '@plinth/testing';
import { version } from './version';

/** A traced HTTP server that calls itself once for each path, then stops; it answers inside a span of its own. */
const program = `
const http = require('node:http');
const { withSpan, injectContext, shutdownTracing } = require('./index');
const answer = (request, response) =>
  withSpan('answer', { attributes: { tenant: 'default' } }, async () => response.end(JSON.stringify(injectContext())));
const server = http.createServer(answer).listen(0, '127.0.0.1', async () => {
  const base = 'http://127.0.0.1:' + server.address().port;
  for (const path of ['/healthz', '/metrics', '/readyz?verbose', '/v1/turns?text=secret']) {
    const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', connection: 'close' };
    process.stdout.write((await (await fetch(base + path, { headers })).text()) + '\\n');
  }
  server.close();
  await shutdownTracing();
});
`;

function run(environment: Readonly<Record<string, string>>): Promise<{ code: number | null; output: string[] }> {
  const child = spawn(
    process.execPath,
    ['--require', '@swc-node/register', '--require', join(__dirname, 'preload.ts'), '-e', program],
    {
      cwd: __dirname,
      env: { PATH: process.env.PATH, OTEL_SERVICE_NAME: 'plinth-orchestrator', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output: text.trim().split('\n') })));
}

let receiver: OtlpReceiver;
jest.setTimeout(30_000);
beforeAll(async () => {
  receiver = await startOtlpReceiver();
});
afterAll(() => receiver.close());

describe('preload', () => {
  it('X1: exports spans over OTLP that continue the caller’s trace, none for probes, no query and no path', async () => {
    const { code, output } = await run(receiver.environment);
    expect(code).toBe(0);
    const spans = await receiver.waitFor((all) => all.filter((span) => span.kind === 'server').length >= 1, 5_000);
    const servers = spans.filter((span) => span.kind === 'server');
    expect(servers).toHaveLength(1);
    const [server] = servers;
    const answer = spans.find((span) => span.parentSpanId === server?.spanId);
    expect(server).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      service: 'plinth-orchestrator',
      attributes: { 'plinth.service': 'orchestrator' },
    });
    expect(answer).toMatchObject({
      name: 'answer',
      scope: '@plinth/plinth',
      attributes: { 'plinth.tenant': 'default' },
    });
    expect(output.at(-1)).toContain(answer?.spanId);
    expect(
      JSON.stringify(spans, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toMatch(/secret|v1\/turns/);
  }, 120_000);

  it('lets resource attributes name the service, an empty OTEL_SERVICE_NAME being none, and says which version runs', async () => {
    receiver.clear();
    const named = { OTEL_SERVICE_NAME: '', OTEL_RESOURCE_ATTRIBUTES: 'service.name=my-shop' };
    const { code } = await run({ ...receiver.environment, ...named });
    expect(code).toBe(0);
    const [span] = await receiver.waitFor((all) => all.length >= 1, 5_000);
    expect(span).toMatchObject({ service: 'my-shop', version });
  }, 120_000);

  it('exits with 1 and names each variable that asks for what is not supported', async () => {
    const wrong = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_PROPAGATORS: 'b3' };
    const { code, output } = await run({ ...receiver.environment, ...wrong });
    expect(code).toBe(1);
    expect(JSON.parse(output[0] ?? '')).toMatchObject({
      level: 'fatal',
      service: 'orchestrator',
      faults: [/^OTEL_EXPORTER_OTLP_PROTOCOL: /, /^OTEL_PROPAGATORS: /].map(
        (name) => expect.stringMatching(name) as string,
      ),
    });
  }, 120_000);

  it('leaves a process without the standard variables untraced', async () => {
    receiver.clear();
    const { code, output } = await run({});
    expect(code).toBe(0);
    expect(output).toEqual(['{}', '{}', '{}', '{}']);
    expect(receiver.spans()).toEqual([]);
  }, 120_000);
});
