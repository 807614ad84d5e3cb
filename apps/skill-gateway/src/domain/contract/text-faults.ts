import { textFault } from '@plinth/kernel';
import type { Violation } from './violation';

/** The first text, or name of a property, that no store could keep; found now, not after the effect. */
export function textFaultAt(value: unknown, path: readonly string[] = []): Violation | undefined {
  if (typeof value === 'string') {
    const rule = textFault(value);
    return rule && { field: path.join('.'), rule, expected: 'must be text that can be stored' };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const fault = textFaultAt(name, path) ?? textFaultAt(part, [...path, name]);
    if (fault) return fault;
  }
  return undefined;
}
