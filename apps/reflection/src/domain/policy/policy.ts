import { lowerSnakeName } from '@plinth/contracts';
import { z } from 'zod';

const code = lowerSnakeName;
const localised = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) });
export type Localised = z.output<typeof localised>;

/** When a check applies; every part that is given must hold. */
const condition = z.strictObject({
  flow: z.string().optional().describe('The flow that decided the turn'),
  skill_succeeded: z.string().optional(),
  fact: z.strictObject({ key: z.string(), contains: z.string().min(1) }).optional(),
});
export type Condition = z.output<typeof condition>;

const base = {
  id: code,
  code: code.describe('The error code of a correction; unique over all policies'),
  evidence: z.string().min(1).describe('The document and clause, or the rule, that the check rests on'),
  when: condition.optional(),
};

/** Wording that must not leave; each match is replaced. Patterns are RE2: linear time, no look-around (R3). */
const forbiddenWording = z.strictObject({
  ...base,
  kind: z.literal('forbidden_wording'),
  patterns: z.array(z.strictObject({ match: z.string().min(1).max(500), replace: z.string() })).min(1),
});
/** A sentence that must stand in the reply; it is appended where none of `any_of` does. */
const requiredPromise = z.strictObject({
  ...base,
  kind: z.literal('required_promise'),
  any_of: z.array(z.string().min(1)).min(1),
  suggestion: localised,
});
/** A slot of the draft must say what a skill has answered in this turn. */
const factFromSkill = z.strictObject({
  ...base,
  kind: z.literal('fact_from_skill'),
  slot: z.string(),
  skill: z.string(),
  path: z.string(),
});
/** A claim that only a successful skill result may carry; without one the reply is replaced by `safe_text` (R11). */
const claimedEffect = z.strictObject({
  ...base,
  kind: z.literal('claimed_effect'),
  claims: z.array(z.string().min(1).max(500)).min(1).describe('RE2 patterns'),
  skills: z.array(z.string()).min(1),
  safe_text: localised,
});

export const checkDefinition = z.discriminatedUnion('kind', [
  forbiddenWording,
  requiredPromise,
  factFromSkill,
  claimedEffect,
]);
export type CheckDefinition = z.output<typeof checkDefinition>;
export type CheckOf<Kind extends CheckDefinition['kind']> = Extract<CheckDefinition, { kind: Kind }>;

/** A draft and what the policy must say of it; run when the policy is loaded (R4). */
const example = z.strictObject({
  name: z.string().min(1),
  text: z.string(),
  locale: z.string().default('zh-CN'),
  slots: z.record(z.string(), z.string()).default({}),
  flow: z.string().optional(),
  facts: z.record(z.string(), z.string()).default({}),
  skill_results: z.array(z.strictObject({ skill: z.string(), result: z.record(z.string(), z.json()) })).default([]),
  expect: z.enum(['passed', 'corrected', 'blocked']),
  codes: z.array(z.string()).default([]).describe('The codes of the corrections, in any order'),
});
export type PolicyExample = z.output<typeof example>;

export const policyFile = z.strictObject({
  name: code,
  description: z.string().min(1),
  tenants: z.array(z.string()).optional().describe('For all tenants unless given'),
  checks: z.array(checkDefinition).min(1),
  examples: z.array(example).min(1),
});
export type PolicyFile = z.output<typeof policyFile>;
