type Schema = Readonly<Record<string, unknown>>;

const OPENING = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'];
const COMBINING = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', '$ref', 'dependentSchemas'];
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const SCHEMA_LISTS = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf']);
/** Subschemas that describe a value of its own; those of `COMBINING` describe the same value again. */
const OWN_VALUES = new Set(['properties', 'patternProperties', 'prefixItems', 'items', 'additionalProperties']);

/**
 * The schema with every object closed that does not say itself, by `additionalProperties` and the like, what else it may
 * hold (S3: an unknown property is refused). Branches of a combination are closed where they meet, so that each may name
 * properties of its own. A schema that says nothing at all stays open.
 */
export function closeSchema(schema: Schema): Schema {
  return closed(schema, true);
}

function closed(schema: Schema, ownValue: boolean): Schema {
  const entries = Object.entries(schema).map(([key, value]) => [key, inside(key, value)] as const);
  return { ...Object.fromEntries(entries), ...(ownValue ? seal(schema) : {}) };
}

function seal(schema: Schema): Schema {
  if (OPENING.some((key) => key in schema)) return {};
  if (COMBINING.some((key) => key in schema)) return { unevaluatedProperties: false };
  return schema.type === 'object' || 'properties' in schema ? { additionalProperties: false } : {};
}

function inside(key: string, value: unknown): unknown {
  const own = OWN_VALUES.has(key);
  if (SCHEMA_MAPS.has(key) && isSchema(value))
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, subschema(part, own)]));
  if (Array.isArray(value) && (SCHEMA_LISTS.has(key) || key === 'items'))
    return value.map((part: unknown) => subschema(part, own));
  if (own || COMBINING.includes(key)) return subschema(value, own);
  return value;
}

const subschema = (part: unknown, own: boolean): unknown => (isSchema(part) ? closed(part, own) : part);

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
