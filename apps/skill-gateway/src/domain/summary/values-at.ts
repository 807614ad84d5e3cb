import type { Json, JsonObject } from '@plinth/kernel';

/** The values at a path with dots, `*` for every element of a list: none where there is no such place. */
export function valuesAt(value: JsonObject, path: string): readonly Json[] {
  let found: readonly Json[] = [value];
  for (const step of path.split('.')) found = found.flatMap((part) => inside(part, step));
  return found;
}

function inside(value: Json, step: string): readonly Json[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isList(value)) {
    if (step === '*') return value;
    const element = /^\d{1,6}$/.test(step) ? value[Number(step)] : undefined;
    return element === undefined ? [] : [element];
  }
  const part = Object.hasOwn(value, step) ? value[step] : undefined;
  return part === undefined ? [] : [part];
}

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
