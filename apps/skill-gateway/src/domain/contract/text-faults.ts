import { MAX_DEPTH, textFaultAt } from '@plinth/kernel';
import { rulePhrase } from './rule-phrases';
import { storableText } from './storable-text';
import { MAX_FIELD_LENGTH, type Violation } from './violation';

/** Whether a value nests deeper than so many levels; looks no deeper than that, so that no value exhausts the stack. */
export function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => nestsDeeper(part, levels - 1));
}

/** The first text, number or name of a property that no store could keep, or a value that nests too deep; found before the effect. */
export function unstorableAt(value: unknown): Violation | undefined {
  const found = textFaultAt(value);
  if (!found) return undefined;
  const { path, fault: rule } = found;
  const params = rule === 'max_depth' ? { limit: MAX_DEPTH } : {};
  const field = rule === 'max_depth' ? '' : storableText(path.join('.'), MAX_FIELD_LENGTH);
  return { field, rule, expected: rulePhrase(rule, params, 'en'), params };
}
