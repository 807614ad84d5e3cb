import { evaluation, type EvaluationOptions } from './evaluation';
import { readDocument } from './read-document';
import { endlessReferences, resolveReferences } from './references';
import { Run, TooComplex } from './run';
import type { SchemaFault, ValueError } from './schema-error';

export interface CompiledSchema {
  readonly kind: 'compiled';
  /**
   * Everything that is wrong with a value of JSON, in the order of the schema; empty when it fits. A value that would cost
   * too much to check, whatever the schema, has the one error `too_complex`.
   */
  readonly check: (value: unknown) => readonly ValueError[];
}

export interface RefusedSchema {
  readonly kind: 'refused';
  readonly faults: readonly SchemaFault[];
}

/**
 * A JSON Schema of draft-07 or 2020-12, ready to check with. Refused, with every fault and its place, when it says
 * something that would not be checked: an unknown keyword, format or pattern, a reference out of the document or to itself.
 */
export function compileSchema(
  schema: unknown,
  options: Partial<EvaluationOptions> = {},
): CompiledSchema | RefusedSchema {
  const document = readDocument(schema);
  if ('faults' in document) return { kind: 'refused', faults: document.faults };
  const { references, faults } = resolveReferences(document);
  if (faults.length > 0) return { kind: 'refused', faults };
  const endless = endlessReferences(document, references);
  if (endless.length > 0) return { kind: 'refused', faults: endless };
  const ask = evaluation(document, references, { formats: 'assert', objects: 'open', ...options });
  return { kind: 'compiled', check: (value) => checked(value, ask) };
}

function checked(value: unknown, ask: ReturnType<typeof evaluation>): readonly ValueError[] {
  const run = new Run();
  try {
    ask(value, undefined, run);
    return run.errors;
  } catch (error) {
    if (error instanceof TooComplex) return [{ path: [], rule: 'too_complex', params: {} }];
    throw error;
  }
}
