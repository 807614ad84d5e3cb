import { isRecord, sameJson, type JsonRecord } from '@plinth/json-schema';
import { pointedAt } from '../pointed-at';

/** References that lead on to references are followed so far. */
const MAX_HOPS = 20;

/** One schema of a document, looked at through its references. */
export class SchemaView {
  private constructor(
    private readonly document: JsonRecord,
    /** Tells one place of the document from another. */
    readonly place: string,
    readonly schema: boolean | JsonRecord,
  ) {}

  static of(document: JsonRecord): SchemaView {
    return SchemaView.at(document, '', document);
  }

  /** The schema at a keyword of this one, or under a name inside of it; undefined when there is none. */
  inside(keyword: string, name?: string): SchemaView | undefined {
    if (!isRecord(this.schema)) return undefined;
    const value = ownValue(this.schema, keyword);
    const part = name === undefined ? value : isRecord(value) ? ownValue(value, name) : undefined;
    const place = `${this.place}/${keyword}${name === undefined ? '' : `/${name}`}`;
    return isSchema(part) ? SchemaView.at(this.document, place, part) : undefined;
  }

  /** A schema of this document that takes everything. */
  open(): SchemaView {
    return new SchemaView(this.document, 'open', true);
  }

  private static at(document: JsonRecord, place: string, schema: boolean | JsonRecord): SchemaView {
    let [at, found] = [place, schema];
    for (let hops = 0; hops < MAX_HOPS && isRecord(found) && typeof found.$ref === 'string'; hops += 1) {
      const target = pointedAt(document, found.$ref);
      if (!isSchema(target) || besides(found)) break;
      [at, found] = [found.$ref.slice(1), target];
    }
    return new SchemaView(document, at, found);
  }
}

/** Written alike, and referring to nothing that may differ. A reference that could not be followed is written otherwise. */
export function sameOrResolved(a: SchemaView, b: SchemaView): boolean {
  return sameJson(a.schema, b.schema) && !JSON.stringify(a.schema).includes('"$ref"');
}

/** Whether rules stand beside the reference. */
const besides = (schema: JsonRecord): boolean =>
  Object.keys(schema).some(
    (key) => !['$ref', '$schema', '$defs', 'definitions', 'title', 'description', '$comment'].includes(key),
  );

const ownValue = (record: JsonRecord, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;
const isSchema = (value: unknown): value is boolean | JsonRecord => typeof value === 'boolean' || isRecord(value);
