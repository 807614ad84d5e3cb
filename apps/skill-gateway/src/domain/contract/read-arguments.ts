import type { JsonObject } from '@plinth/kernel';
import { nearestName } from './repair/nearest-name';
import type { Repair } from './repair/repair';
import { repairValue } from './repair/repair-value';
import type { SkillContract } from './skill-contract';
import { rulePhrase } from './rule-phrases';
import { unstorableAt } from './text-faults';
import { violationsOf, type Violation } from './violation';

/** What becomes of the arguments of a call (S3). */
export type ArgumentReading =
  | {
      readonly kind: 'ok';
      /** What the skill is called with: as given, or mended where `repairs` says so. */
      readonly args: JsonObject;
      readonly repairs: readonly Repair[];
    }
  | {
      readonly kind: 'refused';
      /** All that is wrong, what tells most first; never empty. */
      readonly errors: readonly Violation[];
      /** What the caller may have meant: it fits, and every part of it comes from the arguments. */
      readonly proposal?: ArgumentProposal;
    };

export interface ArgumentProposal {
  readonly args: JsonObject;
  readonly repairs: readonly Repair[];
}

/** Errors that an answer tells at most. */
const MAX_ERRORS = 50;

/**
 * Reads the arguments of a call as its contract asks for. Of a skill that only reads, what has one meaning is mended; what
 * would change what a skill does, or drop something that was said, is only proposed.
 */
export function readArguments(contract: SkillContract, args: JsonObject): ArgumentReading {
  const unstorable = unstorableAt(args);
  if (unstorable) return { kind: 'refused', errors: [unstorable] };
  const errors = contract.argumentErrors(args);
  if (errors.length === 0) return { kind: 'ok', args, repairs: [] };
  const proposal = repairValue(args, contract.argumentErrors);
  if (proposal && contract.manifest.effect === 'read' && proposal.repairs.every(keepsAll))
    return { kind: 'ok', ...proposal };
  const violations = violationsOf(errors).slice(0, MAX_ERRORS).map(withNearestName);
  return { kind: 'refused', errors: violations, ...(proposal && { proposal }) };
}

/** A name that the schema does not know may have meant something that only its author knows. */
const keepsAll = ({ kind }: Repair): boolean => kind !== 'unknown_property_left_out' && kind !== 'property_renamed';

function withNearestName(violation: Violation): Violation {
  const known = violation.params?.known;
  if (violation.rule !== 'unknown_property' || !Array.isArray(known)) return violation;
  const nearest = nearestName(violation.field.split('.').at(-1) ?? '', known.map(String));
  if (nearest === undefined) return violation;
  const params = { ...violation.params, nearest };
  return { ...violation, params, expected: rulePhrase(violation.rule, params, 'en') };
}
