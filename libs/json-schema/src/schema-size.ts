import type { SchemaFault } from './schema-error';
import { childPointer } from './schema-document';

/** Bounds of what is taken; far above what a person writes for a skill. */
export const MAX_VALUES = 20_000;
export const MAX_SCHEMA_DEPTH = 64;

/** Whether a schema is too large to be looked at; looks no further than its bounds, so that none exhausts the stack. */
export function sizeFault(schema: unknown): SchemaFault | undefined {
  const waiting: { readonly value: unknown; readonly depth: number; readonly at: string }[] = [
    { value: schema, depth: 0, at: '' },
  ];
  let seen = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth, at } = next;
    seen += 1;
    if (seen + waiting.length > MAX_VALUES)
      return { at: '', rule: 'too_large', reason: `must hold at most ${MAX_VALUES} values` };
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_SCHEMA_DEPTH)
      return { at, rule: 'too_deep', reason: `must nest at most ${MAX_SCHEMA_DEPTH} levels` };
    const parts = Object.entries(value);
    if (seen + waiting.length + parts.length > MAX_VALUES)
      return { at, rule: 'too_large', reason: `must hold at most ${MAX_VALUES} values` };
    for (const [name, part] of parts) waiting.push({ value: part, depth: depth + 1, at: childPointer(at, name) });
  }
  return undefined;
}
