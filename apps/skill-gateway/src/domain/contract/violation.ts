import type { ErrorObject } from 'ajv';
import { storableText } from './storable-text';

/** The first broken rule of a value, so that a person or a model can mend it (S3). */
export interface Violation {
  /** Path with dots, e.g. `items.0.amount`; empty for the whole value. */
  readonly field: string;
  /** e.g. `required`, `unknown_property`, `type`, `min_length`. */
  readonly rule: string;
  /** What the rule asks for; holds words of the schema, never of the value. */
  readonly expected: string;
}

export const MAX_FIELD_LENGTH = 200;

/** Of the errors of one check the deepest tells most: the outer ones say only that no alternative fits. */
export function violationOf(errors: readonly ErrorObject[] | null | undefined): Violation {
  const [first, ...others] = errors ?? [];
  if (!first) return { field: '', rule: 'invalid', expected: 'must fit the schema' };
  const error = others.reduce((deepest, other) => (depthOf(other) > depthOf(deepest) ? other : deepest), first);
  const name = propertyOf(error);
  const path = [...segmentsOf(error.instancePath), ...(name === undefined ? [] : [name])];
  return { field: storableText(path.join('.'), MAX_FIELD_LENGTH), rule: ruleOf(error), expected: expectedOf(error) };
}

const depthOf = (error: ErrorObject): number => segmentsOf(error.instancePath).length;

function segmentsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The property that is missing or too many; the path of such an error ends at the object around it. */
function propertyOf({ params }: ErrorObject): string | undefined {
  const named: unknown = Object.entries(params).find(([key]) =>
    ['missingProperty', 'additionalProperty', 'unevaluatedProperty', 'propertyName'].includes(key),
  )?.[1];
  return typeof named === 'string' ? named : undefined;
}

function ruleOf({ keyword }: ErrorObject): string {
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'unknown_property';
  return keyword.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function expectedOf({ keyword, message, params }: ErrorObject): string {
  const allowed: unknown = params.allowedValues;
  if (keyword === 'enum' && Array.isArray(allowed)) return `must be one of ${JSON.stringify(allowed).slice(0, 500)}`;
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return 'is not known here';
  return message ?? 'must fit the schema';
}
