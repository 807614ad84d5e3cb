import * as fc from 'fast-check';
import { bindingIn, bindingUrl, METHODS, type OperationBinding } from './operation-binding';
import type { ToolList } from './imported-tool';
import { readOpenApi } from './read-openapi';

const AT = 'https://shop.example/api/openapi.json';

const order = { type: 'object', properties: { id: { type: 'string' }, next: { $ref: '#/components/schemas/Order' } } };
const shop = (paths: object, over: object = {}) => ({
  ...{ openapi: '3.0.3', info: { title: 'Shop', version: '1' }, servers: [{ url: '/v1' }], paths },
  components: {
    schemas: { Order: order },
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer' } } },
  },
  ...over,
});
function read(document: unknown, at: string | undefined = AT): ToolList {
  const told = readOpenApi(document, at);
  if ('unusable' in told) throw new Error(told.unusable);
  return told;
}
const rulesOf = (paths: object) => read(shop(paths)).quarantined.map(({ faults }) => faults[0]?.rule);
const answer = { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } } } };

describe('S4: an OpenAPI document', () => {
  it('becomes one tool an operation, with parameters by name, the body as `body`, and how they are sent', () => {
    const { tools, quarantined } = read(
      shop({
        '/orders/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          post: {
            operationId: 'changeOrder',
            summary: 'Changes an order.',
            parameters: [
              { $ref: '#/components/parameters/Page' },
              { name: 'X-Shop', in: 'header', description: 'Which shop', schema: { type: 'string' } },
              { name: 'Authorization', in: 'header', schema: { type: 'string' } },
            ],
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
            },
            responses: answer,
          },
        },
      }),
    );
    expect(quarantined).toEqual([]);
    const $defs = {
      Order: { type: 'object', properties: { id: { type: 'string' }, next: { $ref: '#/$defs/Order' } } },
    };
    const ref = { $ref: '#/$defs/Order' };
    expect(tools).toMatchObject([
      {
        ...{ name: 'changeOrder', description: 'Changes an order.' },
        inputSchema: {
          ...{ type: 'object', required: ['id', 'body'], additionalProperties: false, $defs },
          properties: {
            ...{ id: { type: 'string' }, page: { type: 'integer' }, body: ref },
            'X-Shop': { type: 'string', description: 'Which shop' },
          },
        },
        outputSchema: { properties: { status: { type: 'integer' }, body: ref }, required: ['status'], $defs },
      },
    ]);
    expect(bindingIn(tools[0]?.providerUrl ?? '')).toEqual({
      ...{ base: 'https://shop.example/v1', method: 'post', path: '/orders/{id}', hasBody: true },
      parameters: [
        { name: 'id', in: 'path' },
        { name: 'page', in: 'query' },
        { name: 'X-Shop', in: 'header' },
      ],
    });
  });

  it('of version 3.0 says in the words of JSON Schema what it says in its own, and keeps properties of such names', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'string', nullable: true, enum: ['x'], example: 'x', 'x-note': 1 },
        b: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
        c: { nullable: true, allOf: [{ $ref: '#/components/schemas/Order' }] },
        example: { type: 'string' },
      },
    };
    const operation = { operationId: 'o', requestBody: { content: { 'application/json': { schema } } } };
    const [tool] = read(shop({ '/a': { put: operation } })).tools;
    expect(tool?.inputSchema).toMatchObject({
      properties: {
        body: {
          properties: {
            a: { type: ['string', 'null'], enum: ['x', null] },
            b: { type: 'number', exclusiveMinimum: 0, maximum: 9 },
            c: { anyOf: [{ allOf: [{ $ref: '#/$defs/Order' }] }, { type: 'null' }] },
            example: { type: 'string' },
          },
        },
      },
    });
    const { a, b } = Object(tool?.inputSchema).properties.body.properties;
    expect([Object.keys(a), Object.keys(b)]).toEqual([
      ['type', 'enum'],
      ['type', 'exclusiveMinimum', 'maximum'],
    ]);
  });

  it.each<[string, object]>([
    [
      'ref_unsupported',
      { requestBody: { content: { 'application/json': { schema: { $ref: 'https://elsewhere/x' } } } } },
    ],
    [
      'ref_unsupported',
      { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/None' } } } } },
    ],
    [
      'ref_unsupported',
      { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/__proto__' } } } } },
    ],
    ['body_unsupported', { requestBody: { content: { 'multipart/form-data': {} } } }],
    ['parameter_unsupported', { parameters: [{ name: 'c', in: 'cookie', schema: {} }] }],
    ['parameter_unsupported', { parameters: [{ name: 'c', in: 'query', style: 'deepObject', schema: {} }] }],
    ['parameter_unsupported', { parameters: [{ $ref: '#/components/parameters/None' }] }],
    ['parameter_clash', { parameters: ['query', 'header'].map((place) => ({ name: 'a', in: place, schema: {} })) }],
  ])('keeps out alone, for %s, what cannot be taken over', (rule, operation) => {
    const told = read(shop({ '/bad': { get: operation }, '/good': { get: {} } }));
    expect(told.quarantined).toMatchObject([{ tool: 'get /bad', faults: [{ at: 'get /bad', rule }] }]);
    expect(told.tools.map(({ name }) => name)).toEqual(['get /good']);
  });

  it('that nests without end is refused, and its neighbours are not', () => {
    let schema: object = {};
    for (let level = 0; level < 5_000; level += 1) schema = { items: schema };
    expect(
      rulesOf({ '/bad': { get: { parameters: [{ name: 'a', in: 'query', schema }] } }, '/ok': { get: {} } }),
    ).toEqual(['max_depth']);
  });

  it.each([
    [undefined],
    [null],
    [7],
    ['text'],
    [{ swagger: '2.0' }],
    [{ openapi: '4.0.0' }],
    [{ openapi: '3.1.0', paths: [] }],
  ])('is told from %j, which is none', (document) => expect(readOpenApi(document, AT)).toHaveProperty('unusable'));

  it('without a server that can be reached is refused, and one that names none is served by the host where it lies', () => {
    expect(readOpenApi(shop({}, { servers: [{ url: 'ftp://x' }] }), AT)).toHaveProperty('unusable');
    expect(readOpenApi(shop({}), undefined)).toHaveProperty('unusable');
    const [tool] = read(shop({ '/a': { get: {} } }, { servers: undefined })).tools;
    expect(bindingIn(tool?.providerUrl ?? '')?.base).toBe('https://shop.example');
  });

  it('tells how an operation is called in an address from which it is read again', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).filter((each) => each.isWellFormed());
    const binding: fc.Arbitrary<OperationBinding> = fc.record({
      base: fc.constantFrom('https://a.example', 'http://127.0.0.1:8080', 'https://a.example/v1/x'),
      method: fc.constantFrom(...METHODS),
      path: text.map((each) => `/${each}`),
      parameters: fc.array(fc.record({ name: text, in: fc.constantFrom('path', 'query', 'header') })),
      hasBody: fc.boolean(),
    });
    const nextLine = { path: '/\u0000', parameters: [{ name: '\n\u0000', in: 'path' }], hasBody: false } as const;
    fc.assert(
      fc.property(binding, (each) => expect(bindingIn(bindingUrl(each))).toEqual(each)),
      { examples: [[{ base: 'https://a.example', method: 'get', ...nextLine }]] },
    );
    for (const other of [
      'http://a',
      'openapi+ftp://a?method=get',
      'openapi+http://a?method=head&path=/&body=',
      'openapi+',
    ])
      expect(bindingIn(other)).toBeUndefined();
  });
});
