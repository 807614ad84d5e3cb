import { Body, Controller, Get, Headers, Param, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { RequireScope } from '../identity/auth-guard';
import { valid, validBody } from '../input/parse-input';
import { openApiDocument, undescribed } from './openapi-document';
import { Describe } from './operation';

const orderBody = z.strictObject({ amount: z.number().min(0), note: z.json(), currency: z.string().default('EUR') });
const page = z.strictObject({ limit: z.coerce.number().int().min(1), before: z.string().optional() });

@Controller('v1/orders')
@RequireScope('turns')
class OrdersController {
  @Describe('Lists orders.', { 200: 'The orders.' })
  @Get(':customer')
  list(@Param('customer') customer: string, @Query(valid(page)) asked: object, @Headers('if-match') tag: string) {
    return { customer, asked, tag };
  }

  @Describe('Places an order.', { 201: 'It is placed.' })
  @RequireScope('operator')
  @Post()
  place(@Body(validBody(orderBody)) body: object) {
    return body;
  }
}

@Controller('v1/bare')
class BareController {
  @Get()
  read() {
    return {};
  }

  @Describe('Takes what it reads by itself.', { 200: 'Taken.' })
  @Post()
  write() {
    return {};
  }
}

const { paths, components } = openApiDocument({ title: 'Orders', version: '1' }, [OrdersController]);

describe('an OpenAPI document', () => {
  it('S2: has the path, the query and the headers of a route as its pipes take them', () => {
    expect(paths['/v1/orders/{customer}']?.get).toMatchObject({
      operationId: 'orders_list',
      summary: 'Lists orders.',
      parameters: [
        { name: 'customer', in: 'path', required: true },
        { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
        { name: 'before', in: 'query', required: false, schema: { type: 'string' } },
        { name: 'if-match', in: 'header', required: false },
      ],
    });
  });

  it('S2: has the body as a caller sends it, the success by its status, and the scopes of class and method', () => {
    expect(paths['/v1/orders']?.post).toMatchObject({
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { required: ['amount', 'note'], additionalProperties: false } } },
      },
      responses: { 201: { description: 'It is placed.' }, 400: { $ref: '#/components/responses/Invalid' } },
      security: [{ api_key: ['turns', 'operator'] }],
    });
  });

  it('keeps a schema that refers to itself where the document can point to it', () => {
    expect(JSON.stringify(paths)).toContain('"note":{"$ref":"#/components/schemas/shared_1"}');
    expect(JSON.stringify(components.schemas)).not.toContain('$defs');
  });

  it('S2: may not be published while a route is not described or its body has no schema', () => {
    expect(undescribed([OrdersController])).toEqual([]);
    expect(undescribed([BareController])).toEqual([
      'GET /v1/bare: say what it does by @Describe',
      "POST /v1/bare: its body has no schema; give one to validBody, or say body: 'none'",
    ]);
  });
});
