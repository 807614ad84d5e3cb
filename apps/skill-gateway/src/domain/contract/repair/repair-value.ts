import type { ValueError } from '@plinth/json-schema';
import type { JsonObject } from '@plinth/kernel';
import { storableText } from '../storable-text';
import { MAX_FIELD_LENGTH } from '../violation';
import { mendingOf, type Mending } from './mendings';
import type { Repair } from './repair';

/** More than so many changes are no slip of a pen. */
const MAX_REPAIRS = 20;

type Check = (value: unknown) => readonly ValueError[];

/**
 * The value with every broken rule mended that can be mended in one way; undefined when something stays broken. Nothing in
 * the result is made up: each part of it comes from the value.
 */
export function repairValue(
  value: JsonObject,
  check: Check,
): { readonly args: JsonObject; readonly repairs: readonly Repair[] } | undefined {
  let args = value;
  const repairs: Repair[] = [];
  for (let errors = check(args); errors.length > 0; errors = check(args)) {
    const mending = repairs.length < MAX_REPAIRS ? firstMending(args, errors) : undefined;
    if (!mending) return undefined;
    const { error, path, kind } = mending;
    args = mending.args;
    if (check(args).some((left) => isSame(left, error))) return undefined;
    repairs.push({ field: storableText(path.join('.'), MAX_FIELD_LENGTH), kind });
  }
  return { args, repairs };
}

function firstMending(
  args: JsonObject,
  errors: readonly ValueError[],
): (Mending & { readonly error: ValueError }) | undefined {
  for (const error of errors) {
    const mending = mendingOf(args, error);
    if (mending) return { ...mending, error };
  }
  return undefined;
}

const isSame = (a: ValueError, b: ValueError): boolean =>
  a.rule === b.rule && a.path.length === b.path.length && a.path.every((name, nth) => name === b.path[nth]);
