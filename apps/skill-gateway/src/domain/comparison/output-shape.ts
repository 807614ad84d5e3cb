import { pointedAt } from '../contract/pointed-at';

type Schema = Readonly<Record<string, unknown>>;

/** References that are followed in a row at most: a cycle ends. */
const MAX_HOPS = 8;

/** What an output schema says of one place of a result, as far as a comparison needs it. */
export class OutputShape {
  private constructor(
    private readonly root: Schema,
    private readonly schema: Schema | undefined,
  ) {}

  static of(outputSchema: Schema): OutputShape {
    return new OutputShape(outputSchema, resolved(outputSchema, outputSchema));
  }

  /** Whether the schema names this field; where it names none, every field is as good as named. */
  names(field: string): boolean {
    const properties = asSchema(this.schema?.['properties']);
    return !properties || Object.hasOwn(properties, field);
  }

  /** Whether the schema writes this field out. */
  writesOut(field: string): boolean {
    const properties = asSchema(this.schema?.['properties']);
    return properties !== undefined && Object.hasOwn(properties, field);
  }

  field(name: string): OutputShape {
    const properties = asSchema(this.schema?.['properties']);
    const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return this.at(own ?? this.schema?.['additionalProperties']);
  }

  element(): OutputShape {
    return this.at(this.schema?.['items']);
  }

  /** A list that is declared to be a set has no order. */
  get isSet(): boolean {
    return this.schema?.['uniqueItems'] === true;
  }

  /** Whether a value is one of the words of the contract itself, which tell nothing of a user. */
  hasWord(value: unknown): boolean {
    const words = this.schema?.['enum'];
    return (Array.isArray(words) && words.includes(value)) || (value !== undefined && this.schema?.['const'] === value);
  }

  private at(schema: unknown): OutputShape {
    return new OutputShape(this.root, resolved(this.root, schema));
  }
}

function resolved(root: Schema, schema: unknown): Schema | undefined {
  let current = asSchema(schema);
  for (let hops = 0; current && typeof current['$ref'] === 'string'; hops += 1) {
    if (hops === MAX_HOPS) return undefined;
    current = asSchema(pointedAt(root, current['$ref']));
  }
  return current;
}

function asSchema(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
