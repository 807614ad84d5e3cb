import type { ValueError } from '@plinth/json-schema';
import type { Json } from '@plinth/kernel';
import { rulePhrase } from './rule-phrases';
import { storableText } from './storable-text';

/** One broken rule of a value, so that a person or a model can mend it (S3). */
export interface Violation {
  /** Path with dots, e.g. `items.0.amount`; empty for the whole value. */
  readonly field: string;
  /** e.g. `required`, `unknown_property`, `type`, `min_length`; tells what to say in any language. */
  readonly rule: string;
  /** What the rule asks for, in English; holds words of the schema, never of the value. */
  readonly expected: string;
  /** The same, for a program: `limit`, `allowed`, `types`, `format`, `pattern`, `known`, `nearest`. */
  readonly params?: Readonly<Record<string, Json>>;
}

export const MAX_FIELD_LENGTH = 200;

/** All that is wrong, what tells most first: the outer of two errors says only that no alternative fits. */
export function violationsOf(errors: readonly ValueError[]): readonly Violation[] {
  return [...errors].sort((a, b) => depthOf(b) - depthOf(a)).map(violationOf);
}

const COMBINING = new Set(['any_of', 'one_of']);
/** An error at a place tells more than that no alternative fits there. */
const depthOf = ({ path, rule }: ValueError): number => path.length * 2 + (COMBINING.has(rule) ? 0 : 1);

function violationOf({ path, rule, params }: ValueError): Violation {
  const field = storableText(path.join('.'), MAX_FIELD_LENGTH);
  return { field, rule, expected: rulePhrase(rule, params, 'en'), params };
}
