import type { Json, JsonObject } from '@plinth/kernel';
import { z } from 'zod';
import { isJsonObject } from '../outcome/json-object';
import type { ImportedTool, QuarantinedTool, ToolList } from './imported-tool';
import { isList, jsonSchemaOf, SchemaNotTaken } from './openapi-schema';
import { bindingUrl, METHODS, type Method, type OperationBinding } from './operation-binding';
import { MAX_TOOLS } from './read-tool-list';

export type OpenApiRead = ToolList | { readonly unusable: string };

interface Place {
  readonly base: string;
  readonly path: string;
  readonly method: Method;
}

const object = z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
const documentShape = z.object({
  openapi: z.string().regex(/^3\.[01]\.\d+/),
  paths: z.record(z.string(), object).default({}),
  components: z.object({ schemas: object.optional(), parameters: object.optional() }).optional().catch(undefined),
  servers: z
    .array(z.object({ url: z.string() }))
    .optional()
    .catch(undefined),
});
type OpenApi = z.output<typeof documentShape>;

const parameterShape = z.object({
  name: z.string().min(1).max(100),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string().optional().catch(undefined),
  style: z.enum(['simple', 'form']).optional(),
  schema: object,
});

/** Said by the protocol itself, whatever a document has of them. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/**
 * The operations of an OpenAPI document, 3.0 or 3.1, as tools: their parameters by name, the JSON body as `body`; the result is
 * `{status, body}`. An operation that cannot be taken over is named with the reason, and stays out alone. `at`: where the document lies, for
 * servers that are named relative to it.
 */
export function readOpenApi(document: unknown, at: string | undefined): OpenApiRead {
  const parsed = documentShape.safeParse(document);
  if (!parsed.success) return { unusable: 'is no OpenAPI document of version 3.0 or 3.1' };
  const base = baseOf(parsed.data, at);
  if (base === undefined) return { unusable: 'names no server by http or https' };
  const tools: ImportedTool[] = [];
  const quarantined: QuarantinedTool[] = [];
  for (const [path, item] of Object.entries(parsed.data.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined || !isJsonObject(operation)) continue;
      const name = textOf(operation, 'operationId') ?? `${method} ${path}`;
      try {
        if (tools.length + quarantined.length >= MAX_TOOLS)
          throw new SchemaNotTaken('too_many_tools', `an import takes ${MAX_TOOLS} tools at most`);
        tools.push(toolOf(name, operation, item, { base, path, method }, parsed.data));
      } catch (error) {
        if (!(error instanceof SchemaNotTaken)) throw error;
        quarantined.push({
          tool: name.slice(0, 200),
          faults: [{ at: `${method} ${path}`.slice(0, 200), rule: error.rule, reason: error.message }],
        });
      }
    }
  return { tools, quarantined };
}

function baseOf({ servers = [] }: OpenApi, at: string | undefined): string | undefined {
  const url = URL.parse(servers[0]?.url ?? '/', at);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}

function toolOf(name: string, operation: JsonObject, item: JsonObject, place: Place, document: OpenApi): ImportedTool {
  const needed = new Set<string>();
  const parameters = parametersOf(operation, item, document);
  const body = bodyOf(operation);
  const properties: Record<string, Json> = {};
  for (const { name: key, schema, description } of parameters) {
    if (Object.hasOwn(properties, key) || (key === 'body' && body))
      throw new SchemaNotTaken('parameter_clash', `two parameters are called ${key}`);
    const told = jsonSchemaOf(schema, needed);
    properties[key] = isJsonObject(told) && description !== undefined ? { description, ...told } : told;
  }
  if (body) properties.body = jsonSchemaOf(body.schema, needed);
  const required = [
    ...parameters.filter((each) => each.required || each.in === 'path').map(({ name: key }) => key),
    ...(body?.required === true ? ['body'] : []),
  ];
  const inputSchema = withDefinitions(
    { type: 'object', properties, required, additionalProperties: false },
    needed,
    document,
  );
  const binding: OperationBinding = { ...place, parameters, hasBody: body !== undefined };
  return {
    ...{ name, inputSchema, outputSchema: outputOf(operation, document), hints: { method: place.method } },
    description: textOf(operation, 'description') ?? textOf(operation, 'summary') ?? name,
    providerUrl: bindingUrl({
      ...binding,
      parameters: parameters.map(({ name: key, in: where }) => ({ name: key, in: where })),
    }),
  };
}

function parametersOf(operation: JsonObject, item: JsonObject, { components }: OpenApi) {
  const listed = [...listOf(item.parameters), ...listOf(operation.parameters)].map((parameter) => {
    const ref = textOf(parameter, '$ref');
    return ref === undefined
      ? parameter
      : components?.parameters?.[/^#\/components\/parameters\/(.+)$/.exec(ref)?.[1] ?? ''];
  });
  const read = listed.flatMap((parameter) => {
    if (textOf(parameter, 'in') === 'header' && OWN_HEADERS.has((textOf(parameter, 'name') ?? '').toLowerCase()))
      return [];
    const parsed = parameterShape.safeParse(parameter);
    if (parsed.success) return [parsed.data];
    throw new SchemaNotTaken(
      'parameter_unsupported',
      `the parameter ${textOf(parameter, 'name') ?? ''} cannot be given`,
    );
  });
  // What the operation says of a parameter takes the place of what its path says.
  return [...new Map(read.map((each) => [`${each.in}:${each.name}`, each])).values()];
}

function bodyOf(operation: JsonObject): { readonly schema: Json; readonly required: boolean } | undefined {
  const { requestBody } = operation;
  if (requestBody === undefined || !isJsonObject(requestBody)) return undefined;
  const schema = jsonContent(requestBody);
  if (schema === undefined) throw new SchemaNotTaken('body_unsupported', 'the body of its request is not JSON');
  return { schema, required: requestBody.required === true };
}

/** `{status, body}`, the body as the first success is described; anything where nothing is said. */
function outputOf(operation: JsonObject, document: OpenApi): JsonObject {
  const told = operation.responses ?? {};
  const responses = isJsonObject(told) ? told : {};
  const [success] = Object.entries(responses).filter(([status]) => /^2/.test(status));
  const schema = success && isJsonObject(success[1]) ? jsonContent(success[1]) : undefined;
  const needed = new Set<string>();
  const body = schema === undefined ? {} : { body: jsonSchemaOf(schema, needed) };
  const properties = { status: { type: 'integer' }, ...body };
  return withDefinitions({ type: 'object', properties, required: ['status'] }, needed, document);
}

function jsonContent({ content }: JsonObject): Json | undefined {
  if (content === undefined || !isJsonObject(content)) return undefined;
  const media = Object.entries(content).find(([type]) => /^application\/([a-z.+-]+\+)?json\b/.test(type))?.[1];
  return media !== undefined && isJsonObject(media) ? (media.schema ?? {}) : undefined;
}

/** With the components that it refers to, and those that they refer to. */
function withDefinitions(schema: JsonObject, needed: Set<string>, { components }: OpenApi): JsonObject {
  const definitions: Record<string, Json> = {};
  // A set is walked to its end, with what is added on the way.
  for (const name of needed) {
    const component = components?.schemas?.[name];
    if (component === undefined || !Object.hasOwn(components?.schemas ?? {}, name))
      throw new SchemaNotTaken('ref_unsupported', `there is no component ${name}`);
    definitions[name] = jsonSchemaOf(component, needed);
  }
  return needed.size === 0 ? schema : { ...schema, $defs: definitions };
}

const listOf = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

function textOf(value: Json | undefined, key: string): string | undefined {
  const text = value !== undefined && isJsonObject(value) ? value[key] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
