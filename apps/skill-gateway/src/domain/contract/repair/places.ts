import type { Json, JsonObject } from '@plinth/kernel';

/** What stands at a place; own properties only. */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = isList(at) ? at[Number(name)] : at[name];
  }
  return at;
}

/** The same with another value at a place; whatever the names on the way, `__proto__` included. */
export function changedAt(value: JsonObject, path: readonly string[], put: Json): JsonObject {
  return changedObject(value, path, put);
}

/** The same without a property. */
export function without(value: JsonObject, path: readonly string[]): JsonObject {
  return changedObject(value, path, undefined);
}

function changedObject(value: JsonObject, [name, ...rest]: readonly string[], put: Json | undefined): JsonObject {
  if (name === undefined) return value;
  const entries: (readonly [string, Json])[] = [];
  for (const [key, part] of Object.entries(value)) {
    if (key !== name) entries.push([key, part]);
    else if (rest.length > 0) entries.push([key, changed(part, rest, put)]);
  }
  if (rest.length === 0 && put !== undefined) entries.push([name, put]);
  return Object.fromEntries(entries);
}

function changed(value: Json, path: readonly string[], put: Json | undefined): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (!isList(value)) return changedObject(value, path, put);
  const [index, ...rest] = path;
  return value.map((part, nth) => {
    if (String(nth) !== index) return part;
    return rest.length > 0 ? changed(part, rest, put) : (put ?? null);
  });
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
