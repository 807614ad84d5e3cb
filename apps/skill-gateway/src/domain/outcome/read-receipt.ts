import type { JsonObject } from '@plinth/kernel';
import { saysNothing } from './says-nothing';

/** The declared fields of a receipt, or the first that is missing or empty (S16). A result may serve as its own receipt. */
export function readReceipt(
  fields: readonly string[],
  receipt: JsonObject,
): { readonly receipt: JsonObject } | { readonly missing: string } {
  const missing = fields.find((field) => {
    const value = Object.hasOwn(receipt, field) ? receipt[field] : undefined;
    return value === undefined || value === false || (Array.isArray(value) && value.length === 0) || saysNothing(value);
  });
  if (missing !== undefined) return { missing };
  return { receipt: Object.fromEntries(fields.map((field) => [field, receipt[field] ?? null])) };
}
