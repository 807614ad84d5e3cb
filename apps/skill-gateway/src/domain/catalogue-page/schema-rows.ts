/** As a provider wrote it. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** One field of a schema, as a row of a table. */
export interface SchemaRow {
  /** Names with dots; `[]` stands for every element of a list. */
  readonly field: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** The other rules, as the schema writes them. */
  readonly rules: string;
}

/** What is deeper or comes later is to be read in the schema itself. */
const MAX_DEPTH = 5;
const MAX_ROWS = 200;
const TOLD_ELSEWHERE = new Set(['type', 'description', 'properties', 'required', 'items', 'title', '$schema', '$defs']);

/** The fields of a schema in its order. */
export function schemaRows(schema: SchemaObject): readonly SchemaRow[] {
  return rowsOf(schema, '', 0).slice(0, MAX_ROWS);
}

function rowsOf(schema: SchemaObject, base: string, depth: number): readonly SchemaRow[] {
  if (depth >= MAX_DEPTH) return [];
  const required = listOf(schema.required);
  return Object.entries(objectOf(schema.properties)).flatMap(([name, given]) => {
    const field = objectOf(given);
    const path = `${base}${name}`;
    const row = {
      field: path,
      type: typeOf(field),
      required: required.includes(name),
      description: typeof field.description === 'string' ? field.description : '',
      rules: rulesOf(field),
    };
    return [row, ...rowsOf(field, `${path}.`, depth + 1), ...rowsOf(objectOf(field.items), `${path}[].`, depth + 1)];
  });
}

function typeOf(schema: SchemaObject): string {
  const { type, items } = schema;
  if (type === 'array' && items !== undefined) return `array<${typeOf(objectOf(items))}>`;
  if (Array.isArray(type)) return type.map(String).join(' | ');
  return typeof type === 'string' ? type : 'any';
}

const rulesOf = (schema: SchemaObject): string =>
  Object.entries(schema)
    .filter(([keyword]) => !TOLD_ELSEWHERE.has(keyword))
    .map(([keyword, value]) => `${keyword}: ${JSON.stringify(value)}`)
    .join(', ')
    .slice(0, 500);

/** An object of a schema, empty where it is something else: only a part that is no schema is left out. */
export const objectOf = (value: unknown): SchemaObject => (isObject(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isObject = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
