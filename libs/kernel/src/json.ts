import { hash } from 'node:crypto';

export type JsonPrimitive = string | number | boolean | null;
export type Json = JsonPrimitive | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** JSON with the keys of every object sorted, so that equal values have equal text; for hashes, never for wires. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : part,
  );
}

/** SHA-256 of the content, in hex: equal values have equal hashes, whatever the order of their keys. */
export function contentHash(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex');
}
