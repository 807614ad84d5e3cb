import { z } from 'zod';
import { defineCommand, defineEvent } from '../define';
import { lowerSnakeName } from '../name-patterns';
import { draft, flowPin, instant, locale, skillResult } from './message-parts';

export const correction = z
  .object({
    code: lowerSnakeName,
    field: z.string().describe('`text`, or `slots.<name>`'),
    found: z
      .string()
      .optional()
      .describe(
        'The passage of the field to be replaced; without it the suggestion is appended to a text and replaces a slot',
      ),
    suggestion: z.string(),
    evidence: z.string().describe('The policy, document clause or record that the correction rests on'),
  })
  .describe('A structured correction; the orchestrator patches the draft, it does not regenerate (R1)');
export type Correction = z.output<typeof correction>;

export const reflectionCheck = defineCommand('reflection.check.v1', {
  topics: ['plinth.reflection.commands'],
  summary: 'Judge a draft before it leaves.',
  expires: true,
  schema: z.object({
    user_id: z.string(),
    user_text: z.string(),
    draft,
    round: z.int().min(0),
    locale,
    now: instant.describe('The instant that policies are judged by'),
    flow: flowPin.optional(),
    skill_results: z.array(skillResult),
    facts: z.record(z.string(), z.string()).describe('Session and profile facts that the draft may rest on'),
    policy_version: z.string().optional().describe('The policy set pinned by the first round (T4)'),
    only_checks: z.array(z.string()).optional().describe('In later rounds: the checks that failed before'),
  }),
});

/** How a draft is judged. */
export const verdictOutcome = z.enum(['passed', 'corrected', 'blocked']);
export type VerdictOutcome = z.output<typeof verdictOutcome>;

export const verdictReached = defineEvent('verdict.reached.v1', {
  topics: ['plinth.session.events'],
  answers: reflectionCheck,
  summary: 'The verdict on a draft; a skipped check is never a pass (T5).',
  schema: z.object({
    round: z.int().min(0),
    outcome: verdictOutcome,
    partial: z.boolean().describe('Whether the budget ended before every check had run'),
    corrections: z.array(correction),
    checks: z.array(
      z.object({ id: z.string(), outcome: z.enum(['passed', 'failed', 'skipped']), duration_ms: z.number().min(0) }),
    ),
    policy_version: z.string(),
    duration_ms: z.number().min(0),
  }),
});
