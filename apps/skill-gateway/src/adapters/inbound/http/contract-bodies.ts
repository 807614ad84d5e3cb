import { semanticVersion } from '@plinth/contracts';
import type { JsonObject } from '@plinth/kernel';
import { z } from 'zod';
import { rulePhrase } from '../../../domain/contract/rule-phrases';
import type { Violation } from '../../../domain/contract/violation';
import type { ValidatedArguments } from '../../../features/validate-arguments/validate-arguments';

const object = z.record(z.string(), z.json()).transform((value): JsonObject => value);

export const registrationBody = z.strictObject({
  manifest: z.record(z.string(), z.unknown()),
  provider_url: z
    .string()
    .max(500)
    .regex(/^[a-z][a-z+]*:\/\/[^\s?#]+$/, 'must be the address of a provider, such as http://host:port'),
});
export type RegistrationBody = z.output<typeof registrationBody>;

export const validationBody = z.strictObject({ arguments: object, version: semanticVersion.optional() });
export type ValidationBody = z.output<typeof validationBody>;

/**
 * `outcome` says what a call with them would come to: `accepted` as they are, `repaired` and then called, or `refused`, where
 * `repaired` is what the caller may have meant and has to say itself.
 */
export function validationJson({ skill, version, reading }: ValidatedArguments) {
  const told = { skill, version };
  if (reading.kind === 'refused') {
    const { errors, proposal } = reading;
    const repaired = proposal && { repaired: proposal.args };
    const repairs = proposal?.repairs ?? [];
    return { ...told, valid: false, outcome: 'refused', ...repaired, repairs, errors: errors.map(violationJson) };
  }
  const { args, repairs } = reading;
  if (repairs.length === 0) return { ...told, valid: true, outcome: 'accepted', repairs, errors: [] };
  return { ...told, valid: false, outcome: 'repaired', repaired: args, repairs, errors: [] };
}

/** `rule` and `params` are for programs, the messages for people and models. */
function violationJson({ field, rule, expected, params = {} }: Violation) {
  return { field, rule, params, message: { en: expected, zh: rulePhrase(rule, params, 'zh') } };
}
