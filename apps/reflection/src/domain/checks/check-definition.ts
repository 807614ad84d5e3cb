import { z } from 'zod';
import { claimedEffectCheck } from './claimed-effect';
import { factFromSkillCheck } from './fact-from-skill';
import { forbiddenWordingCheck } from './forbidden-wording';
import { requiredPromiseCheck } from './required-promise';

export const checkDefinition = z.discriminatedUnion('kind', [
  forbiddenWordingCheck,
  requiredPromiseCheck,
  factFromSkillCheck,
  claimedEffectCheck,
]);
export type CheckDefinition = z.output<typeof checkDefinition>;
