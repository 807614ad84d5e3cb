import { gzipSync, zstdCompressSync } from 'node:zlib';
import { Body, Controller, Delete, Get, Module, Param, Post, Put } from '@nestjs/common';
import { createLogger } from '@plinth/telemetry';
import { z } from 'zod';
import { createHttpApp, HealthModule, validBody, type HttpApp } from './index';

@Controller('v1/items')
class ItemsController {
  @Post()
  add(@Body(validBody(z.strictObject({ text: z.string() }))) body: { text: string }) {
    return body;
  }
  @Get(':id')
  read(@Param('id') id: string) {
    return { id };
  }
  @Delete(':id')
  remove() {
    return {};
  }
  @Put(':id/labels/:label')
  label() {
    return {};
  }
}

@Module({ imports: [HealthModule], controllers: [ItemsController] })
class TestModule {}

describe('what the edge answers by itself', () => {
  let app: HttpApp;
  let url: string;

  beforeAll(async () => {
    const logger = createLogger({ service: 'test', level: 'silent' });
    const config = { profile: 'embedded', host: '127.0.0.1', defaultTenant: 'default', drainTimeoutMs: 1_000 } as const;
    app = await createHttpApp(TestModule, { logger, config: { ...config, apiKeysFile: undefined } });
    url = await app.listen(0);
  });
  afterAll(() => app.close());

  const call = async (method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
    });
    const { error } = JSON.parse((await response.text()) || '{}') as { error?: { code: string } };
    return { status: response.status, code: error?.code, headers: response.headers };
  };

  it.each([
    ['PUT', '/v1/items', 'POST'],
    ['GET', '/v1/items', 'POST'],
    ['POST', '/v1/items/%E4%BD%A0', 'DELETE, GET, HEAD'],
    ['OPTIONS', '/v1/items/1', 'DELETE, GET, HEAD'],
    ['PATCH', '/v1/items/1/labels/red', 'PUT'],
  ])('answers %s %s with 405 and what the path takes: %s', async (method, path, allow) => {
    const { status, code, headers } = await call(method, path);
    expect([status, code, headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
  });

  it.each(['/v1/nothing', '/v1/items/1/labels', '/v1', '/'])(
    'answers %s, which no method takes, with 404',
    async (path) => {
      const { status, code, headers } = await call('PUT', path);
      expect([status, code, headers.get('allow')]).toEqual([404, 'not_found', null]);
    },
  );

  it.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/jsonp', {}],
    ['application/json; charset=utf-16', {}],
    ['application/json; charset="latin1"', {}],
    ['', {}],
    ['application/json', { 'content-encoding': 'compress' }],
  ])('answers a body of type “%s” with %o with 415', async (type, more) => {
    const answer = await call('POST', '/v1/items', { 'content-type': type, ...more }, '{"text":"x"}');
    expect([answer.status, answer.code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    'application/json',
    'application/json; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/ld+json',
  ])('takes a body of type “%s”', async (type) => {
    expect((await call('POST', '/v1/items', { 'content-type': type }, '{"text":"x"}')).status).toBe(201);
  });

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('takes a body in %s, and refuses one that only says so', async (coding, encode) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    expect((await call('POST', '/v1/items', headers, encode('{"text":"x"}'))).status).toBe(201);
    expect(await call('POST', '/v1/items', headers, '{"text":"x"}')).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  it('asks for no media type where there is no body', async () => {
    expect((await call('DELETE', '/v1/items/1', { 'content-type': 'text/plain' })).status).toBe(200);
  });

  it('leaves nothing to a cache, an error neither, and makes no tag of a body', async () => {
    for (const path of ['/v1/items/1', '/v1/nothing']) {
      const { headers } = await call('GET', path);
      expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
    }
  });

  const timed = (route: string, method: string, status: number): string =>
    `http_server_request_duration_seconds_count{http_route="${route}",http_request_method="${method}",http_response_status_code="${status}"}`;
  const metricsWith = async (wanted: readonly string[]): Promise<string> => {
    let text = '';
    for (let tries = 0; tries < 100 && !wanted.every((line) => text.includes(line)); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      text = await (await fetch(`${url}/metrics`)).text();
    }
    return text;
  };

  it('times requests by the template of their route, by method and status, and shows no path', async () => {
    await call('GET', '/v1/items/li-s-secret-item');
    await call('GET', '/v1/nothing/li-s-secret-path');
    await call('GET', '/v1/items/%E4%secret');
    const wanted = [timed('/v1/items/:id', 'GET', 200), timed('unmatched', 'GET', 404)];
    const text = await metricsWith(wanted);
    for (const line of wanted) expect(text).toContain(line);
    expect(text).not.toContain('secret');
  });

  it('times by its route, too, what is refused before it comes there', async () => {
    const json = { 'content-type': 'application/json' };
    await call('PATCH', '/v1/items/1', json, '{}');
    await call('POST', '/v1/items', { 'content-type': 'text/plain' }, 'x');
    await call('POST', '/v1/items', json, '{"text":');
    await call('POST', '/v1/items', json, JSON.stringify({ text: 'x'.repeat(300_000) }));
    const wanted = [
      timed('/v1/items/:id', 'PATCH', 405),
      ...[415, 400, 413].map((status) => timed('/v1/items', 'POST', status)),
    ];
    const text = await metricsWith(wanted);
    for (const line of wanted) expect(text).toContain(line);
  });
});
