import { z } from 'zod';
import { SCOPES, type Scope } from '../identity/identity';
import type { Operation } from './operation';
import { routesOf, type ControllerClass, type Route, type RouteInput } from './read-routes';
import { SharedSchemas, type SchemaJson } from './shared-schemas';

export interface ApiTitle {
  readonly title: string;
  readonly version: string;
}

/** An API by OpenAPI 3.1, read from its controllers. Paths and methods stand in the order of the alphabet. */
export function openApiDocument({ title, version }: ApiTitle, controllers: readonly ControllerClass[]) {
  const schemas = new SharedSchemas();
  const routes = controllers.flatMap(routesOf).sort(inOrder);
  const paths: Record<string, Record<string, SchemaJson>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operationJson(route, schemas);
  return {
    openapi: '3.1.0',
    info: { title, version, description: DESCRIPTION },
    paths,
    components: {
      schemas: { Error: ERROR, ...schemas.all() },
      responses: Object.fromEntries(Object.entries(FAILURES).map(([name, text]) => [name, failureJson(text)])),
      securitySchemes: { api_key: { type: 'http', scheme: 'bearer', description: SCHEME } },
    },
  };
}

/** What a document must say of every route and does not; empty for one that may be published. */
export function undescribed(controllers: readonly ControllerClass[]): readonly string[] {
  return controllers.flatMap(routesOf).flatMap((route) => {
    const at = `${route.method.toUpperCase()} ${route.path}`;
    const { operation } = route;
    if (!operation) return [`${at}: say what it does by @Describe`];
    const faults = Object.keys(operation.successes).length === 0 ? [`${at}: names no success`] : [];
    const body = bodyOf(route, operation);
    if (takesBody(route.method) && body === undefined)
      faults.push(`${at}: its body has no schema; give one to validBody, or say body: 'none'`);
    return faults;
  });
}

const DESCRIPTION = `Every answer carries \`X-Request-Id\`. What goes wrong has one form: \`{error: {code, message, retryable, field?, rule?}}\`. Scopes of keys: ${SCOPES.join(', ')}.`;
const SCHEME =
  'An API key; the scopes beside an operation are those that it has to hold. Without keys, only this machine itself may call.';

const ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'retryable', 'request_id'],
      properties: {
        code: { type: 'string', description: 'Stable, lower_snake.' },
        message: { type: 'string', description: 'For a person.' },
        retryable: { type: 'boolean' },
        request_id: { type: 'string' },
        field: { type: 'string', description: 'Path of the field at fault.' },
        rule: { type: 'string', description: 'The rule that it broke.' },
      },
    },
  },
};

const FAILURES = {
  Invalid: 'What was sent is at fault; `field` and `rule` say how.',
  Unauthenticated: 'No key, or one that is not known.',
  Forbidden: 'The key lacks a scope, or may not act for that user.',
  NotFound: 'There is no such thing, or none that this key may see.',
  TooLarge: 'The body is too long.',
  Overloaded: 'Too many requests; `Retry-After` says when to come back.',
  Failed: 'Anything else: a conflict with what is there, or a store that is away (503, `retryable`).',
} as const;

const failureJson = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const failure = (name: keyof typeof FAILURES) => ({ $ref: `#/components/responses/${name}` });

function operationJson(route: Route, schemas: SharedSchemas): SchemaJson {
  const { operation } = route;
  const parameters = parametersOf(route, schemas);
  const body = operation && bodyOf(route, operation);
  return {
    operationId: route.id,
    tags: [tagOf(route.path)],
    ...(operation && { summary: operation.summary }),
    ...(parameters.length > 0 && { parameters }),
    ...(body &&
      body !== 'none' && {
        requestBody: { required: !body.isOptional(), content: { 'application/json': { schema: schemas.of(body) } } },
      }),
    responses: responsesOf(route),
    security: [{ api_key: route.scopes satisfies readonly Scope[] }],
  };
}

function responsesOf({ operation, inputs, path }: Route): SchemaJson {
  const produces = operation?.produces ?? ['application/json'];
  const content = Object.fromEntries(produces.map((type) => [type, { schema: {} }]));
  const successes = Object.entries(operation?.successes ?? {}).map(([status, description]) => {
    return [status, status === '204' ? { description } : { description, content }] as const;
  });
  return {
    ...Object.fromEntries(successes),
    ...(inputs.length > 0 && { 400: failure('Invalid') }),
    ...{ 401: failure('Unauthenticated'), 403: failure('Forbidden') },
    ...(path.includes('{') && { 404: failure('NotFound') }),
    ...(inputs.some(({ part }) => part === 'body') && { 413: failure('TooLarge') }),
    ...{ 429: failure('Overloaded'), default: failure('Failed') },
  };
}

const bodyOf = ({ inputs }: Route, { body }: Operation): Operation['body'] =>
  body ?? inputs.find(({ part }) => part === 'body')?.schema;

const takesBody = (method: string): boolean => ['post', 'put', 'patch'].includes(method);

/** OpenAPI has places of their own for what these say. */
const ELSEWHERE = new Set(['accept', 'content-type', 'authorization']);
const TEXT = { type: 'string' };

function parametersOf({ path, inputs, operation }: Route, schemas: SharedSchemas): readonly SchemaJson[] {
  const named = inputs.filter(({ part }) => part !== 'body').flatMap((input) => namedOf(input, schemas));
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const given = operation?.path?.[name];
    const schema = given ? schemas.of(given) : named.find((each) => each.in === 'path' && each.name === name)?.schema;
    return { name, in: 'path', required: true, schema: schema ?? TEXT };
  });
  return [...inPath, ...named.filter((each) => each.in !== 'path' && !ELSEWHERE.has(each.name))];
}

type Parameter = Readonly<{ name: string; in: RouteInput['part']; required: boolean; schema: unknown }>;

function namedOf({ part, name, schema }: RouteInput, schemas: SharedSchemas): readonly Parameter[] {
  const read = schema && schemas.of(schema);
  if (name !== undefined) return [{ name, in: part, required: part === 'path', schema: read ?? TEXT }];
  const properties = objectAt(read, 'properties');
  const required = z.array(z.string()).catch([]).parse(read?.required);
  return Object.entries(properties).map(([each, its]) => ({
    ...{ name: each, in: part, required: required.includes(each), schema: its },
  }));
}

const objectAt = (schema: SchemaJson | undefined, key: string): SchemaJson =>
  z.record(z.string(), z.unknown()).catch({}).parse(schema?.[key]);

const tagOf = (path: string): string => path.split('/').find((part) => part !== '' && part !== 'v1') ?? 'api';

function inOrder(one: Route, other: Route): number {
  const [left, right] = [`${one.path} ${one.method}`, `${other.path} ${other.method}`];
  return left < right ? -1 : Number(left > right);
}
