import { textFault } from '@plinth/kernel';
import { storableText } from './storable-text';
import { MAX_FIELD_LENGTH, type Violation } from './violation';

/** As deep as the edge lets a body be; code that walks a value by recursion may rest on it. */
export const MAX_DEPTH = 32;

/** Whether a value nests deeper than so many levels; looks no deeper than that, so that no value exhausts the stack. */
export function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => nestsDeeper(part, levels - 1));
}

/** The first text, or name of a property, that no store could keep, or a value that nests too deep; found before the effect. */
export function textFaultAt(value: unknown, path: readonly string[] = []): Violation | undefined {
  if (typeof value === 'string') {
    const rule = textFault(value);
    return (
      rule && {
        field: storableText(path.join('.'), MAX_FIELD_LENGTH),
        rule,
        expected: 'must be text that can be stored',
      }
    );
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= MAX_DEPTH)
    return { field: '', rule: 'max_depth', expected: `must nest at most ${MAX_DEPTH} levels` };
  for (const [name, part] of Object.entries(value)) {
    const fault = textFaultAt(name, path) ?? textFaultAt(part, [...path, name]);
    if (fault) return fault;
  }
  return undefined;
}
