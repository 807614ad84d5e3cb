import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startOtlpReceiver } from '@plinth/testing';

/** An edge as a service starts it, with one route that works inside a span, asked once. */
const program = `
const { Controller, Get, Module } = require('@nestjs/common');
const { createHttpApp, HealthModule } = require('./libs/http/src/index');
const { createLogger, logContext, shutdownTracing, withSpan } = require('@plinth/telemetry');
const logger = createLogger({ service: 'memory' });
class Items {
  read() {
    return withSpan('recall', {}, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      logger.info('recalled');
      return { request: logContext().request_id };
    });
  }
}
Controller('v1')(Items);
Get('users/:user/items')(Items.prototype, 'read', Object.getOwnPropertyDescriptor(Items.prototype, 'read'));
class App {}
Module({ imports: [HealthModule], controllers: [Items] })(App);
(async () => {
  const config = { profile: 'embedded', host: '127.0.0.1', defaultTenant: 'default', drainTimeoutMs: 1000 };
  const http = await createHttpApp(App, { logger, config });
  const url = await http.listen(0);
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'x-request-id': 'r-1' };
  await fetch(url + '/v1/users/li/items?text=secret', { headers });
  await fetch(url + '/readyz');
  await http.close();
  await shutdownTracing();
})();
`;

describe('a traced edge', () => {
  it('X1: names the span after its route, joins the caller’s trace, and puts trace and request id on the log line', async () => {
    const receiver = await startOtlpReceiver();
    const root = join(__dirname, '../../..');
    const preload = join(root, 'libs/telemetry/src/preload.ts');
    const flags = ['--conditions', 'development', '--require', '@swc-node/register', '--require', preload];
    const child = spawn(process.execPath, [...flags, '-e', program], {
      cwd: root,
      env: { PATH: process.env.PATH, OTEL_SERVICE_NAME: 'plinth-memory', ...receiver.environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let log = '';
    child.stdout.on('data', (chunk) => (log += String(chunk)));
    const exitCode = await new Promise((resolve) => child.on('close', resolve));
    const spans = receiver.spans();
    await receiver.close();
    expect(exitCode).toBe(0);

    const servers = spans.filter((span) => span.kind === 'server');
    const recall = spans.find((span) => span.name === 'recall');
    expect(servers).toEqual([
      expect.objectContaining({
        name: 'GET /v1/users/:user/items',
        traceId: '0af7651916cd43dd8448eb211c80319c',
        parentSpanId: 'b7ad6b7169203331',
        service: 'plinth-memory',
        attributes: expect.objectContaining({
          'http.route': '/v1/users/:user/items',
          'http.response.status_code': 200,
          'plinth.request.id': 'r-1',
          'plinth.tenant': 'default',
          'plinth.service': 'memory',
        }) as object,
      }),
    ]);
    expect(recall?.parentSpanId).toBe(servers[0]?.spanId);
    expect(spans).toHaveLength(2);
    const line = log.split('\n').find((text) => text.includes('recalled')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ trace_id: recall?.traceId, span_id: recall?.spanId, request_id: 'r-1' });
  }, 120_000);
});
