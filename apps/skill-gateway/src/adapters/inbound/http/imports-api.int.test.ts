import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startGateway, type RunningGateway } from '../bus/running-gateway.stage';

jest.setTimeout(60_000);

const document = {
  ...{ openapi: '3.0.3', info: { title: 'Shop', version: '1' } },
  paths: {
    '/orders/{id}': {
      get: {
        ...{ operationId: 'getOrder', description: 'Tells the state of an order.' },
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', nullable: true } }],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } },
      },
      post: { operationId: 'bad', requestBody: { content: { 'text/plain': {} } } },
    },
  },
  components: {
    schemas: { Order: { type: 'object', properties: { state: { type: 'string' } }, required: ['state'] } },
  },
};

describe('POST /v1/imports', () => {
  let api: Server;
  let gateway: RunningGateway;
  let address: string;

  beforeAll(async () => {
    api = createServer((request, response) => {
      const body = request.url === '/openapi.json' ? document : { state: `paid ${request.url}` };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((ready) => api.listen(0, '127.0.0.1', ready));
    address = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
    gateway = await startGateway({});
  }, 90_000);
  afterAll(async () => {
    await gateway.close();
    api.closeAllConnections();
    api.close();
  });

  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${gateway.url}/v1/${path}`, {
      ...{ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    });
    return { status: response.status, body: await response.json() };
  };

  it('S4: takes over what an OpenAPI document describes, has it completed, and calls it', async () => {
    const wish = { kind: 'openapi', namespace: 'shop', url: `${address}/openapi.json` };
    expect(await send('POST', 'imports', wish)).toEqual({
      status: 200,
      body: {
        imported: [{ skill: 'shop_get_order', version: '1.0.0', tool: 'getOrder', hints: { method: 'get' } }],
        unchanged: [],
        quarantined: [
          {
            tool: 'bad',
            faults: [
              { at: 'post /orders/{id}', rule: 'body_unsupported', reason: 'the body of its request is not JSON' },
            ],
          },
        ],
      },
    });
    expect(await send('POST', 'imports', wish)).toMatchObject({
      body: { imported: [], unchanged: ['shop_get_order'] },
    });

    const seen = await fetch(`${gateway.url}/v1/skills/shop_get_order`);
    expect(await seen.json()).toMatchObject({
      versions: [{ state: 'imported', origin: { namespace: 'shop', name: 'getOrder', hints: { method: 'get' } } }],
    });

    const call = { skill: 'shop_get_order', arguments: { id: 'A 1' } };
    expect(await gateway.invoke('unconfirmed', { ...call, confirmed: false })).toMatchObject({
      data: { error: { code: 'confirmation_required' }, effect: 'irreversible' },
    });
    const completion = { effect: 'read', confirmation_required: false };
    expect(await send('PUT', 'skills/shop_get_order/1.0.0/completion', completion)).toMatchObject({
      ...{ status: 200, body: { effect: 'read', name: 'shop_get_order' } },
    });
    expect(await send('PUT', 'skills/shop_get_order/1.0.0/completion', completion)).toMatchObject({
      ...{ status: 409, body: { error: { code: 'already_complete' } } },
    });
    expect(await gateway.invoke('read', { ...call, confirmed: false })).toMatchObject({
      ...{ type: 'skill.succeeded.v1', data: { result: { status: 200, body: { state: 'paid /orders/A%201' } } } },
    });
  });

  it.each<[number, unknown, object]>([
    [400, { kind: 'openapi', namespace: 'shop' }, { field: 'url' }],
    [400, { kind: 'openapi', namespace: 'Shop', url: 'http://a' }, { field: 'namespace' }],
    [400, { kind: 'mcp', namespace: 'shop', url: 'file:///etc/passwd' }, { field: 'url' }],
    [400, { kind: 'soap', namespace: 'shop' }, { field: 'kind' }],
    [400, { kind: 'openapi', namespace: 'shop', document: { swagger: '2.0' } }, { code: 'document_unusable' }],
    [503, { kind: 'openapi', namespace: 'shop', url: 'http://127.0.0.1:1/' }, { code: 'provider_unreachable' }],
  ])('answers %i to %j', async (status, wish, error) => {
    expect(await send('POST', 'imports', wish)).toMatchObject({ status, body: { error } });
  });
});
