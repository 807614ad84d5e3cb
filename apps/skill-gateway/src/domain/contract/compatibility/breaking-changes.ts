import type { SkillManifest } from '@plinth/contracts';
import type { ManifestFault } from '../skill-contract';
import type { Loss } from './loss';
import { lostValues } from './lost-values';
import { SchemaView } from './schema-view';

type Promised = Pick<SkillManifest, 'effect' | 'idempotency' | 'input_schema' | 'output_schema'>;

/** Of the differences of two versions so many are told. */
const MAX_TOLD = 20;

/**
 * What a caller of `before` would miss in `after`: arguments that are refused now, parts of a result that may be missing or
 * something else, an effect that it did not have, keys that are ignored.
 */
export function breakingChanges(before: Promised, after: Promised): readonly ManifestFault[] {
  const [inputBefore, inputAfter] = [SchemaView.of(before.input_schema), SchemaView.of(after.input_schema)];
  const [outputBefore, outputAfter] = [SchemaView.of(before.output_schema), SchemaView.of(after.output_schema)];
  return [
    ...lostValues(inputBefore, inputAfter, 'closed').map((loss) =>
      fault('input_schema', loss, loss.taking, loss.refusing),
    ),
    ...lostValues(outputAfter, outputBefore, 'open').map((loss) =>
      fault('output_schema', loss, loss.refusing, loss.taking),
    ),
    ...(gravity(after) > gravity(before)
      ? [{ at: 'effect', rule: 'effect_changed', reason: `was ${before.effect}, and is ${after.effect}` }]
      : []),
    ...(before.idempotency === 'key' && after.idempotency === 'none'
      ? [{ at: 'idempotency', rule: 'keys_ignored', reason: 'honoured keys, and ignores them now' }]
      : []),
  ].slice(0, MAX_TOLD);
}

const fault = (at: string, { at: pointer, rule }: Loss, was: string, is: string): ManifestFault => ({
  at: `${at}${pointer}`,
  rule: `breaks_${rule}`,
  reason: `was ${was}, and is ${is}`,
});

const GRAVITY = { read: 0, write: 1, irreversible: 2 } as const;
const gravity = ({ effect }: Promised): number => GRAVITY[effect];
