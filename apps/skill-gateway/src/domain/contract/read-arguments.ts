import type { JsonObject } from '@plinth/kernel';
import type { Repair } from './repair/repair';
import type { SkillContract } from './skill-contract';
import type { Violation } from './violation';

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
      /** All that is wrong, the one that tells most first; never empty. */
      readonly errors: readonly Violation[];
      /** What the caller may have meant, with every part of it taken from the arguments; valid as it is. */
      readonly proposal?: { readonly args: JsonObject; readonly repairs: readonly Repair[] };
    };

/** Reads the arguments of a call as its contract asks for. */
export function readArguments(contract: SkillContract, args: JsonObject): ArgumentReading {
  const errors = contract.argumentFaults(args);
  return errors.length > 0 ? { kind: 'refused', errors } : { kind: 'ok', args, repairs: [] };
}
