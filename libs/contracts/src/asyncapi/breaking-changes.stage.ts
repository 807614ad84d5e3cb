/** A JSON Schema as the document holds it: any keyword may be there. */
export type Schema = Readonly<Record<string, unknown>>;

/** Keywords that refuse more when they grow, and those that refuse more when they shrink. */
const FLOORS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'];
const CEILINGS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'];
/** Keywords whose every change refuses something that was sent before. */
const FIXED = ['pattern', 'format', 'const'];

/**
 * What a message of the released schema could hold, and a reader of the present one would miss or refuse, as `path: what`. A
 * field may be added when it may be absent, a type may be widened, a limit relaxed.
 */
export function breakingChanges(released: Schema, present: Schema, at = '$'): string[] {
  return [
    ...fieldChanges(released, present, at),
    ...typeChanges(released, present, at),
    ...limitChanges(released, present, at),
    ...['items', 'additionalProperties', 'propertyNames'].flatMap((keyword) => {
      const [before, now] = [schemaOf(released[keyword]), schemaOf(present[keyword])];
      return before && now ? breakingChanges(before, now, `${at}.${keyword}`) : [];
    }),
  ];
}

function fieldChanges(released: Schema, present: Schema, at: string): string[] {
  const [before, now] = [fieldsOf(released), fieldsOf(present)];
  const [needed, needs] = [namesOf(released['required']), namesOf(present['required'])];
  return [
    ...Object.entries(before).flatMap(([name, schema]) => {
      const same = now[name];
      return same ? breakingChanges(schema, same, `${at}.${name}`) : [`${at}.${name}: was removed`];
    }),
    ...needs.filter((name) => !needed.includes(name)).map((name) => `${at}.${name}: is required now`),
    ...needed.filter((name) => name in now && !needs.includes(name)).map((name) => `${at}.${name}: may be absent now`),
  ];
}

function typeChanges(released: Schema, present: Schema, at: string): string[] {
  const [before, now] = [listOf(released['type']), listOf(present['type'])];
  const gone = before.filter((type) => !now.includes(type) && !(type === 'integer' && now.includes('number')));
  const values = present['enum'] === undefined ? [] : without(released['enum'], present['enum']);
  const kinds = variantsOf(released).filter(
    (variant) => !variantsOf(present).some((other) => breakingChanges(variant, other).length === 0),
  );
  return [
    ...(now.length > 0 && gone.length > 0 ? [`${at}: is no ${gone.join(', ')} any more`] : []),
    ...(present['enum'] !== undefined && released['enum'] === undefined ? [`${at}: is one of a list now`] : []),
    ...values.map((value) => `${at}: may not be ${JSON.stringify(value)} any more`),
    ...(variantsOf(present).length > 0
      ? kinds.map((kind) => `${at}: has no such kind any more: ${JSON.stringify(kind)}`)
      : []),
  ];
}

function limitChanges(released: Schema, present: Schema, at: string): string[] {
  const narrower = (keyword: string, isNarrower: (before: number, now: number) => boolean, free: number) => {
    const [before, now] = [released[keyword] ?? free, present[keyword] ?? free];
    return typeof before === 'number' && typeof now === 'number' && isNarrower(before, now);
  };
  return [
    ...FLOORS.filter((keyword) => narrower(keyword, (before, now) => now > before, -Infinity)),
    ...CEILINGS.filter((keyword) => narrower(keyword, (before, now) => now < before, Infinity)),
    ...FIXED.filter((keyword) => present[keyword] !== undefined && present[keyword] !== released[keyword]),
  ].map((keyword) => `${at}: ${keyword} is ${JSON.stringify(present[keyword])} now`);
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const schemaOf = (value: unknown): Schema | undefined => (isSchema(value) ? value : undefined);
const fieldsOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(schemaOf(schema['properties']) ?? {}).flatMap(([name, value]) =>
      isSchema(value) ? [[name, value]] : [],
    ),
  );
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value];
const variantsOf = (schema: Schema): readonly Schema[] => listOf(schema['anyOf']).filter(isSchema);
const without = (all: unknown, some: unknown): readonly unknown[] =>
  listOf(all).filter((value) => !listOf(some).includes(value));
const namesOf = (value: unknown): readonly string[] =>
  listOf(value).filter((name): name is string => typeof name === 'string');
