import type { Asking, Part } from './asking';
import { isRecord, type JsonRecord } from './json-values';
import { linearPattern, matchingCost } from './linear-pattern';

/** The keywords that look into an object. */
export function objectParts(asking: Asking): readonly Part[] {
  const { schema } = asking;
  const parts: Part[] = [];
  if (Array.isArray(schema.required)) parts.push(required(schema.required.map(String)));
  if (['properties', 'patternProperties', 'additionalProperties'].some((key) => key in schema))
    parts.push(properties(asking));
  if ('propertyNames' in schema) parts.push(propertyNames(asking));
  for (const keyword of ['dependencies', 'dependentRequired', 'dependentSchemas'])
    if (isRecord(schema[keyword])) parts.push(dependent(asking, keyword, schema[keyword]));
  return parts;
}

function required(names: readonly string[], because?: string): Part {
  return (value, place, run) => {
    if (!isRecord(value) || (because !== undefined && !Object.hasOwn(value, because))) return;
    for (const name of names)
      if (!Object.hasOwn(value, name)) run.fail(place, 'required', because === undefined ? {} : { because }, name);
  };
}

function properties({ schema, inside }: Asking): Part {
  const named = new Map(Object.keys(recordAt(schema, 'properties')).map((name) => [name, inside('properties', name)]));
  const patterned = Object.keys(recordAt(schema, 'patternProperties')).map(
    (pattern) => [linearPattern(pattern), inside('patternProperties', pattern)] as const,
  );
  const { additionalProperties } = schema;
  const others = additionalProperties === undefined ? undefined : inside('additionalProperties');
  const speaks = 'properties' in schema || 'patternProperties' in schema;
  const known = [...named.keys()].slice(0, 100);
  return (value, place, run, seen) => {
    if (!isRecord(value)) return;
    if (speaks) seen.speak(known);
    for (const [name, part] of Object.entries(value)) {
      const at = { parent: place, name };
      const own = named.get(name);
      for (const [pattern] of patterned) run.spend(matchingCost(pattern, name));
      const matching = patterned.filter(([pattern]) => pattern.matches(name));
      own?.(part, at, run);
      for (const [, ask] of matching) ask(part, at, run);
      if (own || matching.length > 0) seen.name(name);
      else if (additionalProperties === false) run.fail(place, 'unknown_property', { known }, name);
      else others?.(part, at, run);
    }
    if (others) seen.everyName();
  };
}

function propertyNames({ at }: Asking): Part {
  const ask = at('propertyNames');
  return (value, place, run) => {
    if (!isRecord(value)) return;
    for (const name of Object.keys(value)) {
      const wrong = run.aside(() => ask(name, undefined, run));
      if (wrong[0]) run.fail(place, 'property_names', { rule: wrong[0].rule, ...wrong[0].params }, name);
    }
  };
}

/** A list of names, or a schema for the same object, once a property is there. */
function dependent({ at }: Asking, keyword: string, map: JsonRecord): Part {
  const parts = Object.entries(map).map(([name, needs]): Part => {
    if (Array.isArray(needs)) return required(needs.map(String), name);
    const ask = at(keyword, name);
    return (value, place, run, seen) => {
      if (isRecord(value) && Object.hasOwn(value, name)) seen.take(ask(value, place, run));
    };
  });
  return (value, place, run, seen) => parts.forEach((part) => part(value, place, run, seen));
}

const recordAt = (schema: JsonRecord, key: string): JsonRecord => {
  const value = schema[key];
  return isRecord(value) ? value : {};
};
