import type { z } from 'zod';
import { fieldName } from './text-faults';

/** What is wrong with an input, for a person and for a program; never quotes a value. */
export interface BrokenRule {
  readonly field: string;
  readonly rule: string;
  /** A predicate, to be put behind the name of the field: `is required`. */
  readonly reason: string;
}

type Issue = z.core.$ZodIssue;

/** The first issue of a zod check in our terms. `input` is what was checked: it tells `required` from `type`. */
export function brokenRule(issues: readonly Issue[], input: unknown, base: readonly PropertyKey[] = []): BrokenRule {
  const issue = issues[0];
  if (!issue) throw new Error('a failed check without an issue');
  const path = [...base, ...issue.path];
  if (issue.code === 'invalid_union') {
    const nearest = nearestBranch(issue.errors);
    if (nearest) return brokenRule(nearest, input, path);
  }
  const field = fieldName(issue.code === 'unrecognized_keys' ? [...path, ...issue.keys.slice(0, 1)] : path);
  const [rule, reason] = ruleOf(issue, valueAt(input, path) === undefined);
  return { field, rule, reason };
}

function ruleOf(issue: Issue, missing: boolean): readonly [rule: string, reason: string] {
  if (missing && issue.code !== 'unrecognized_keys' && issue.code !== 'custom') return ['required', 'is required'];
  switch (issue.code) {
    case 'invalid_type':
      return ['type', `must be of type ${issue.expected}`];
    case 'unrecognized_keys':
      return ['unknown_field', 'is not a field here'];
    case 'too_small':
      return sizeRule('min', issue.origin, issue.minimum, 'at least');
    case 'too_big':
      return sizeRule('max', issue.origin, issue.maximum, 'at most');
    case 'invalid_format':
      return ['format', FORMS[issue.format] ?? `must be a valid ${issue.format}`];
    case 'invalid_value':
      return ['one_of', `must be one of ${issue.values.map(String).join(', ')}`];
    case 'not_multiple_of':
      return ['multiple_of', `must be a multiple of ${issue.divisor}`];
    case 'custom':
      return [typeof issue.params?.rule === 'string' ? issue.params.rule : 'custom', issue.message];
    case 'invalid_union':
      return ['one_of', `has none of the allowed forms: ${formsOf(issue.errors)}`];
    case 'invalid_key':
    case 'invalid_element':
      return ['type', 'holds a wrong entry'];
  }
}

function sizeRule(end: 'min' | 'max', origin: string, size: number | bigint, words: string): readonly [string, string] {
  if (origin === 'string') return [`${end}_length`, `must be ${words} ${size} characters long`];
  if (origin === 'array' || origin === 'set') return [`${end}_items`, `must have ${words} ${size} items`];
  return [end, `must be ${words} ${size}`];
}

const FORMS: Readonly<Record<string, string>> = {
  regex: 'does not have the right form',
  date: 'must be a date, as 2026-12-31',
  datetime: 'must be a date and time with its offset, as 2026-12-31T18:00:00+08:00',
};

/** What each branch of a union asks for, once. */
const formsOf = (branches: readonly (readonly Issue[])[]): string =>
  [...new Set(branches.flatMap(([first]) => (first ? [ruleOf(first, false)[1]] : [])))].join('; or ');

/**
 * Of several forms that an input could have, the one that it comes closest to: where its first fault lies deepest, else the only one whose
 * type it has.
 */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (branch: readonly Issue[]): number => branch[0]?.path.length ?? 0;
  const nearest = [...branches].sort((a, b) => depth(b) - depth(a))[0];
  if (nearest && depth(nearest) > 0) return nearest;
  const ofItsType = branches.filter(([first]) => first && first.code !== 'invalid_type');
  return ofItsType.length === 1 ? ofItsType[0] : undefined;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
