import type { Json, JsonObject } from '@plinth/kernel';
import { isJsonObject } from '../outcome/json-object';

const ONE = new Set([
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const MANY = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** What OpenAPI adds to JSON Schema and no value is checked by. */
const ADDED = new Set(['discriminator', 'xml', 'externalDocs', 'example', 'nullable']);
const COMPONENT = /^#\/components\/schemas\/([A-Za-z0-9._-]{1,200})$/;
const MAX_LEVELS = 60;

/** Why a schema of a document cannot be taken over. */
export class SchemaNotTaken extends Error {
  constructor(
    readonly rule: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A schema of an OpenAPI document as JSON Schema 2020-12: what 3.0 says in its own way is said in the way of JSON Schema, and references
 * to components point into `$defs`, whose names are added to `needed`. Throws SchemaNotTaken.
 */
export function jsonSchemaOf(schema: Json, needed: Set<string>, levels = MAX_LEVELS): Json {
  if (!isJsonObject(schema)) return schema;
  if (levels === 0) throw new SchemaNotTaken('max_depth', 'a schema nests too deep');
  const inner = (part: Json): Json => jsonSchemaOf(part, needed, levels - 1);
  const parts = Object.entries(schema).flatMap(([key, value]): (readonly [string, Json])[] => {
    if (ADDED.has(key) || key.startsWith('x-')) return [];
    if (key === '$ref') return [[key, definitionOf(value, needed)]];
    if (NAMED.has(key) && isJsonObject(value))
      return [[key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inner(part)]))]];
    if (MANY.has(key) && isList(value)) return [[key, value.map(inner)]];
    if (ONE.has(key)) return [[key, inner(value)]];
    return boundOf(schema, key, value);
  });
  return nullable(schema, Object.fromEntries(parts));
}

function definitionOf(ref: Json, needed: Set<string>): string {
  const name = typeof ref === 'string' ? COMPONENT.exec(ref)?.[1] : undefined;
  if (name === undefined)
    throw new SchemaNotTaken(
      'ref_unsupported',
      `the reference ${JSON.stringify(ref).slice(0, 100)} leads to no component`,
    );
  needed.add(name);
  return `#/$defs/${name}`;
}

/** 3.0 says by a truth value that a bound is exclusive; JSON Schema gives the bound itself. */
function boundOf(schema: JsonObject, key: string, value: Json): (readonly [string, Json])[] {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const limit = schema[bound];
    if (key === exclusive && typeof value === 'boolean')
      return value && limit !== undefined ? [[exclusive, limit]] : [];
    if (key === bound && schema[exclusive] === true) return [];
  }
  return [[key, value]];
}

function nullable(schema: JsonObject, told: JsonObject): JsonObject {
  if (schema.nullable !== true) return told;
  if (typeof told.type !== 'string') return { anyOf: [told, { type: 'null' }] };
  const values = isList(told.enum) ? { enum: [...told.enum, null] } : {};
  return { ...told, ...values, type: [told.type, 'null'] };
}

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
