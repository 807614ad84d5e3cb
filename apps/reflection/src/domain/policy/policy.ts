import { lowerSnakeName, verdictOutcome } from '@plinth/contracts';
import { z } from 'zod';
import { checkDefinition } from '../checks/check-definition';

/** A draft and what the policy must say of it; run when the policy is loaded (R4). */
const example = z.strictObject({
  name: z.string().min(1),
  text: z.string(),
  locale: z.string().default('zh-CN'),
  slots: z.record(z.string(), z.string()).default({}),
  flow: z.string().optional(),
  facts: z.record(z.string(), z.string()).default({}),
  skill_results: z.array(z.strictObject({ skill: z.string(), result: z.record(z.string(), z.json()) })).default([]),
  expect: verdictOutcome,
  codes: z.array(z.string()).default([]).describe('The codes of the corrections, in any order'),
});
export type PolicyExample = z.output<typeof example>;

export const policyFile = z.strictObject({
  name: lowerSnakeName,
  description: z.string().min(1),
  tenants: z.array(z.string()).optional().describe('For all tenants unless given'),
  checks: z.array(checkDefinition).min(1),
  examples: z.array(example).min(1),
});
export type PolicyFile = z.output<typeof policyFile>;
