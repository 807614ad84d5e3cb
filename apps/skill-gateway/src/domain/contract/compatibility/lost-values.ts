import { isRecord, sameJson, TYPES, type JsonRecord } from '@plinth/json-schema';
import { loss, type Comparing, type Loss } from './loss';
import { lostLimits } from './lost-limits';
import { lostProperties } from './lost-properties';
import { sameOrResolved, type SchemaView } from './schema-view';

/** Keywords that are compared as they are written. */
const WRITTEN = [
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependencies', 'dependentRequired', 'dependentSchemas'],
  ...['patternProperties', 'propertyNames', 'prefixItems', 'additionalItems', 'contains', 'minContains', 'maxContains'],
  ...['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', 'contentEncoding', 'contentMediaType'],
];

/**
 * Every way in which `from` takes a value that `to` refuses, as far as it can be told: what is combined or refers in a way
 * that cannot be followed counts as lost when it is written otherwise. Pure.
 */
export function lostValues(from: SchemaView, to: SchemaView, objects: Comparing['objects']): readonly Loss[] {
  const comparing: Comparing = {
    objects,
    compared: new Set(),
    inside: (before, after, at) => lostBetween(before, after, at, comparing),
  };
  return lostBetween(from, to, '', comparing);
}

function lostBetween(from: SchemaView, to: SchemaView, at: string, comparing: Comparing): readonly Loss[] {
  const pair = `${from.place}\u0000${to.place}`;
  if (comparing.compared.has(pair) || sameOrResolved(from, to)) return [];
  comparing.compared.add(pair);
  const [before, after] = [from.schema, to.schema];
  if (after === true || before === false) return [];
  if (before === true || after === false) return isOpen(after) ? [] : [loss(at, 'type', 'any value', 'some values')];
  return [
    ...lostTypes(before, after, at),
    ...lostWords(before, after, at),
    ...lostLimits(before, after, at),
    ...WRITTEN.flatMap((keyword) => rewritten(before, after, keyword, at)),
    ...lostProperties(from, to, at, comparing),
    ...lostItems(from, to, at, comparing),
  ];
}

const isOpen = (schema: boolean | JsonRecord): boolean =>
  schema === true || (isRecord(schema) && Object.keys(schema).length === 0);

function lostTypes(before: JsonRecord, after: JsonRecord, at: string): readonly Loss[] {
  if (after.type === undefined) return [];
  const taken = [after.type].flat().map(String);
  const named = before.type === undefined ? impliedTypes(before) : [before.type].flat().map(String);
  const lost = named.filter((type) => !taken.includes(type) && !(type === 'integer' && taken.includes('number')));
  return lost.length === 0 ? [] : [loss(`${at}/type`, 'type', named.join(' or '), taken.join(' or '))];
}

/** A list of words has their types. */
function impliedTypes({ enum: words }: JsonRecord): readonly string[] {
  const types = Object.keys(TYPES).filter((type) => type !== 'integer');
  return Array.isArray(words) ? types.filter((type) => words.some((word) => TYPES[type]?.(word))) : types;
}

function wordsOf(schema: JsonRecord): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return listOf(schema.enum);
  if ('const' in schema) return [schema.const];
  return schema.type === 'boolean' ? [true, false] : undefined;
}

function lostWords(before: JsonRecord, after: JsonRecord, at: string): readonly Loss[] {
  const now = wordsOf(after);
  if (!now || after.type === 'boolean') return [];
  const had = wordsOf(before);
  const place = `${at}/${'enum' in after ? 'enum' : 'const'}`;
  if (!had) return [loss(place, 'enum', 'any value', JSON.stringify(now))];
  const lost = had.filter((word) => !isAmong(now, word));
  return lost.length === 0 ? [] : [loss(place, 'enum', JSON.stringify(had), JSON.stringify(now))];
}

function rewritten(before: JsonRecord, after: JsonRecord, keyword: string, at: string): readonly Loss[] {
  if (!(keyword in after) || sameJson(before[keyword], after[keyword])) return [];
  const addsAlternatives =
    keyword === 'anyOf' && listOf(before.anyOf).every((branch) => isAmong(listOf(after.anyOf), branch));
  if (addsAlternatives && keyword in before) return [];
  return [loss(`${at}/${keyword}`, 'rewritten', keyword in before ? 'another rule' : 'without it', 'as it is written')];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);
const isAmong = (list: readonly unknown[], value: unknown): boolean => list.some((each) => sameJson(each, value));

function lostItems(from: SchemaView, to: SchemaView, at: string, comparing: Comparing): readonly Loss[] {
  const [before, after] = [from.inside('items'), to.inside('items')];
  return after ? comparing.inside(before ?? from.open(), after, `${at}/items`) : [];
}
