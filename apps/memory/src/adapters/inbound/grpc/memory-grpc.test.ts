import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RequestMethod } from '@nestjs/common';
import { PROTOS } from '@plinth/contracts';
import { memoryGrpc } from './memory-grpc';

/** Routes of memory without a method, and why that is so. */
const BY_HTTP_ALONE: Readonly<Record<string, string>> = {
  'DELETE /v1/memory/sessions/{id}': 'sessions are opened and ended by the edge, which speaks HTTP',
  'POST /v1/memory/sessions/{id}/summary': 'for a person who looks at one session; nothing is stored by it',
  'POST /v1/memory/sessions/{id}/summary/check': 'for a person who looks at one session; nothing is stored by it',
  'PUT /v1/memory/documents/{id}': 'a document is longer than a call may be',
  'GET /v1/memory/documents/{id}': 'a document is longer than a call may be',
  'GET /v1/memory/extraction-samples': 'for whoever mends the rules of extraction, by hand',
  'GET /v1/memory/policy': 'for a person: the policy has no message, so that a new figure changes no proto',
  'PUT /v1/memory/members/{id}': 'the organisation is kept by its administration, over HTTP',
  'GET /v1/memory/members/{id}': 'the organisation is kept by its administration, over HTTP',
  'PUT /v1/memory/contacts/{id}': 'contacts are kept by their owner, over HTTP; GetUser shows them',
  'DELETE /v1/memory/contacts/{id}': 'contacts are kept by their owner, over HTTP; GetUser shows them',
  'GET /v1/memory/contacts': 'contacts are kept by their owner, over HTTP; GetUser shows them',
  'GET /v1/memory/graph': 'drawn for a person, over HTTP',
};

const HTTP = join(__dirname, '../http');

/** `POST /v1/memory/jobs/{name}/run` for each handler of each controller. */
function routes(): readonly string[] {
  return readdirSync(HTTP)
    .filter((file) => file.endsWith('-controller.ts'))
    .flatMap((file) => Object.values(jest.requireActual<Record<string, unknown>>(join(HTTP, file))))
    .flatMap((exported) => {
      if (typeof exported !== 'function') return [];
      const base: unknown = Reflect.getMetadata('path', exported);
      if (typeof base !== 'string') return [];
      const handlers = Object.values(Object.getOwnPropertyDescriptors(exported.prototype as object));
      return handlers.flatMap(({ value }) => routeOf(base, value));
    });
}

function routeOf(base: string, handler: unknown): readonly string[] {
  if (typeof handler !== 'function') return [];
  const method = Reflect.getMetadata('method', handler) as RequestMethod | undefined;
  if (method === undefined) return [];
  const path = `/${base}/${String(Reflect.getMetadata('path', handler))}`.replaceAll(/\/+/g, '/').replace(/\/$/, '');
  return [`${RequestMethod[method]} ${path.replaceAll(/:(\w+)/g, '{$1}')}`];
}

/** The route that the proto says of each method. */
const proto = readFileSync(join(PROTOS, memoryGrpc.proto), 'utf8');
const byGrpc = [...proto.matchAll(/^ {2}\/\/ ([A-Z]+ \/v1\/\S+)\n {2}rpc (\w+)\(/gm)];

describe('the routes of memory', () => {
  it('X1: each has a method of gRPC, or a reason why it has none', () => {
    const told = [...byGrpc.map(([, route]) => route), ...Object.keys(BY_HTTP_ALONE)];
    expect(told.sort()).toEqual([...routes()].sort());
  });

  it('X1: each method says which route it is', () => {
    expect(byGrpc.map(([, , method]) => method).sort()).toEqual(Object.keys(memoryGrpc.methods).sort());
  });
});
