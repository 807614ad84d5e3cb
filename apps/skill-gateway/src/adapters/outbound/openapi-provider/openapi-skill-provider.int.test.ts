import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SkillRequest } from '../../../ports/skill-provider';
import { readOpenApi } from '../../../domain/imports/read-openapi';
import { OpenApiSkillProvider } from './openapi-skill-provider';

const document = {
  ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, servers: [{ url: '/v1' }] },
  paths: {
    '/orders/{id}': {
      put: {
        operationId: 'changeOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
  },
};

describe('S4: an operation of an HTTP API', () => {
  const provider = new OpenApiSkillProvider();
  let server: Server;
  let url: string;
  let serve: (response: ServerResponse) => void;
  let seen: { line: string; body: string; key: unknown }[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        seen.push({ line: `${request.method} ${request.url}`, body, key: request.headers['idempotency-key'] });
        serve(response);
      });
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const read = readOpenApi(document, `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json`);
    url = ('tools' in read && read.tools[0]?.providerUrl) || '';
  });
  beforeEach(() => (seen = []));
  afterAll(() => {
    provider.close();
    server.closeAllConnections();
    server.close();
  });

  const call = (over: Partial<SkillRequest> = {}) =>
    provider.call({
      ...{ url, skill: 'shop_change_order', version: '1.0.0', idempotencyKey: 'k-1', repeatable: true, timeoutMs: 500 },
      arguments: { id: 'A 1', body: { n: 1 } },
      context: { tenant: 't', user_id: 'u', session_id: 's', turn_id: 't', locale: 'en', attributes: {} },
      ...over,
    });
  const answering =
    (status: number, body = '') =>
    (response: ServerResponse) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(body);

  it('is called as its document says, under the key', async () => {
    serve = answering(200, '{"ok":true}');
    expect(await call()).toEqual({ kind: 'answered', result: { status: 200, body: { ok: true } }, receipt: undefined });
    expect(seen).toEqual([{ line: 'PUT /v1/orders/A%201', body: '{"n":1}', key: 'k-1' }]);
  });

  it.each<[string, (response: ServerResponse) => void, object]>([
    ['a success without content', answering(204), { kind: 'answered', result: { status: 204 } }],
    ['a list', answering(200, '[1]'), { kind: 'answered', result: { status: 200, body: [1] } }],
    ['what is no JSON', answering(200, '<html>'), { kind: 'garbled', rule: 'not_json' }],
    ['too much', answering(200, JSON.stringify('x'.repeat(200_000))), { kind: 'garbled', rule: 'too_large' }],
    ['a thing that is not there', answering(404), { kind: 'refused', reason: 'rejected' }],
    ['a request that it refuses', answering(422, '{}'), { kind: 'refused', reason: 'rejected' }],
    ['too many calls', answering(429), { kind: 'refused', reason: 'overloaded' }],
    ['a fault', answering(500), { kind: 'refused', reason: 'broke' }],
    ['a gateway on the way', answering(503), { kind: 'refused', reason: 'unavailable' }],
    ['a redirect', answering(302), { kind: 'refused', reason: 'broke' }],
    ['nothing', () => undefined, { kind: 'timeout' }],
  ])('tells %s apart', async (_name, serving, expected) => {
    serve = serving;
    expect(await call()).toMatchObject(expected);
  });

  it('is not called with an argument that has no place, nor for a comparison', async () => {
    expect(await call({ arguments: { id: '..' } })).toMatchObject({
      ...{ kind: 'refused', reason: 'invalid_arguments', error: { field: 'id', rule: 'path_segment' } },
    });
    expect(await call({ dryRun: true })).toEqual({ kind: 'not_sent' });
    expect(await call({ url: 'http://elsewhere' })).toEqual({ kind: 'not_sent' });
    expect(seen).toEqual([]);
  });
});
