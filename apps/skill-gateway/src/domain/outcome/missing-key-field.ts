import type { SkillManifest } from '@plinth/contracts';
import type { JsonObject } from '@plinth/kernel';
import { valuesAt } from '../summary/values-at';
import { saysNothing } from './says-nothing';

/**
 * The first declared key field that a result lacks, or has empty (S16). Of a field in every element of a list the list must be there, and
 * each of its elements must have the field.
 */
export function missingKeyField(
  { key_fields: keys }: Pick<SkillManifest, 'key_fields'>,
  result: JsonObject,
): string | undefined {
  return keys.find((path) => {
    const [before, ...after] = path.split('.*');
    const lists = valuesAt(result, before ?? path);
    if (lists.length === 0) return true;
    const values = after.length === 0 ? lists : valuesAt(result, path);
    const expected = after.length === 0 ? 1 : valuesAt(result, path.slice(0, path.lastIndexOf('.*') + 2)).length;
    return values.length < expected || values.some(saysNothing);
  });
}
