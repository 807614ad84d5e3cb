import type { JsonObject } from '@plinth/kernel';

/** For values that came out of a JSON parser, whose inside needs no second walk. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
