import { childPointer } from './schema-document';
import type { SchemaFault } from './schema-error';

/** Bounds of what is taken; far above what a person writes for a skill. */
const MAX_VALUES = 20_000;
const MAX_SCHEMA_DEPTH = 64;
/** Characters of all names and texts together. */
const MAX_TEXT = 512 * 1_024;

interface Waiting {
  readonly value: unknown;
  readonly depth: number;
  readonly at: string;
}

/** Whether a schema, or what holds one, is too large to be looked at; looks no further than its bounds, so that none exhausts the stack. */
export function sizeFault(schema: unknown): SchemaFault | undefined {
  const waiting: Waiting[] = [{ value: schema, depth: 0, at: '' }];
  let [seen, text] = [0, 0];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth, at } = next;
    seen += 1;
    if (typeof value === 'string') text += value.length;
    if (text > MAX_TEXT) return { at, rule: 'too_large', reason: `must hold at most ${MAX_TEXT} characters` };
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_SCHEMA_DEPTH)
      return { at, rule: 'too_deep', reason: `must nest at most ${MAX_SCHEMA_DEPTH} levels` };
    const names = Object.keys(value);
    if (seen + waiting.length + names.length > MAX_VALUES)
      return { at, rule: 'too_large', reason: `must hold at most ${MAX_VALUES} values` };
    if (!Array.isArray(value)) for (const name of names) text += name.length;
    for (const [name, part] of Object.entries(value))
      waiting.push({ value: part, depth: depth + 1, at: childPointer(at, name) });
  }
  return undefined;
}
