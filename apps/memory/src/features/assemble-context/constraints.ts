import type { JsonObject } from '@plinth/kernel';

const MAX_CONSTRAINTS = 32;
const MAX_LENGTH = 256;

/** The attributes of a turn that memory keeps as constraints: short single values, at most 32. */
export function constraintsOf(attributes: JsonObject | Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const entries = Object.entries(attributes).flatMap(([key, value]): [string, string][] => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
    const text = String(value);
    return text.length > MAX_LENGTH || key.length > MAX_LENGTH ? [] : [[key, text]];
  });
  return new Map(entries.slice(0, MAX_CONSTRAINTS));
}
