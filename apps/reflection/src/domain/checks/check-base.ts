import { lowerSnakeName } from '@plinth/contracts';
import { z } from 'zod';

export const localised = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) });
export type Localised = z.output<typeof localised>;

/** When a check applies; every part that is given must hold. */
const condition = z.strictObject({
  flow: z.string().optional().describe('The flow that decided the turn'),
  skill_succeeded: z.string().optional(),
  fact: z.strictObject({ key: z.string(), contains: z.string().min(1) }).optional(),
});
export type Condition = z.output<typeof condition>;

/** What the definition of every kind of check has. */
export const checkBase = {
  id: lowerSnakeName,
  code: lowerSnakeName.describe('The error code of a correction; unique over all policies'),
  evidence: z.string().min(1).describe('The document and clause, or the rule, that the check rests on'),
  when: condition.optional(),
};
