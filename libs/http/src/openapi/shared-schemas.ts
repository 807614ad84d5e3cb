import { z } from 'zod';

export type SchemaJson = Readonly<Record<string, unknown>>;

/** The schemas of one document: what a schema defines for itself gets a place that all of them share. */
export class SharedSchemas {
  private readonly names = new Map<string, string>();
  private readonly held: Record<string, unknown> = {};

  /** As the input that a caller sends: defaults need not be there, what is made of it does not show. */
  of(schema: z.ZodType): SchemaJson {
    const { $schema: _dialect, ...read } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const { $defs = {}, ...own } = read;
    const moved = new Map(Object.entries(dropIds($defs)).map(([name, each]) => [name, this.nameOf(each)]));
    for (const [name, each] of Object.entries(dropIds($defs)))
      this.held[moved.get(name) ?? name] = pointing(each, moved);
    return pointing(own, moved);
  }

  all(): SchemaJson {
    return this.held;
  }

  private nameOf(schema: unknown): string {
    const text = JSON.stringify(schema);
    const name = this.names.get(text) ?? `shared_${this.names.size + 1}`;
    this.names.set(text, name);
    return name;
  }
}

function dropIds(definitions: object): Record<string, object> {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, { id: _id, ...schema }]: [string, Record<string, unknown>]) => [
      name,
      schema,
    ]),
  );
}

const OWN = '#/$defs/';

function pointing(schema: object, moved: ReadonlyMap<string, string>): SchemaJson {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(OWN)) return value;
    const name = value.slice(OWN.length);
    return `#/components/schemas/${moved.get(name) ?? name}`;
  });
  return JSON.parse(text) as SchemaJson;
}
