import { z } from 'zod';
import { defineCommand, defineEvent } from '../define';
import { lowerSnakeName } from '../name-patterns';
import { effectClass } from '../skill-manifest';
import { errorBody, flowPin, jsonObject, locale } from './message-parts';

export const skillInvoke = defineCommand('skill.invoke.v1', {
  topics: ['plinth.skills.commands'],
  summary: 'Run one skill once; the message id is the idempotency key of its effect (T3).',
  schema: z.object({
    skill: lowerSnakeName,
    version: z.string().optional().describe('The version that this session has pinned (T4)'),
    arguments: jsonObject,
    user_id: z.string(),
    locale,
    attributes: jsonObject.optional(),
    flow: flowPin.optional(),
    confirmed: z.boolean().describe('Whether the user or the flow has confirmed an effect'),
  }),
});

/** Which version of a skill under a rollout served a call. */
export const lane = z.enum(['baseline', 'candidate']);
export type Lane = z.output<typeof lane>;

const served = {
  skill: z.string(),
  version: z.string(),
  lane,
  stage: z.string().optional().describe('The stage of its rollout that the call belonged to, while one is under way'),
  route: z
    .string()
    .optional()
    .describe('Why this version served, while a rollout is under way: `live`, `pinned`, `capped` …'),
  effect: effectClass,
  duration_ms: z.number().min(0),
  attempts: z.int().min(0),
};

/** One change that made arguments fit (S3); kinds are those of the gateway. */
const repair = z.object({ field: z.string(), kind: z.string() });

/** Where the full result is kept, of which only the summary reaches a prompt (S12): `GET /v1/attachments/{id}` of the gateway. */
const attachment = z.object({ id: z.string(), bytes: z.int().min(0), sha256: z.string() });
export type Attachment = z.output<typeof attachment>;

export const skillSucceeded = defineEvent('skill.succeeded.v1', {
  topics: ['plinth.session.events'],
  answers: skillInvoke,
  summary: 'The result, valid against the output schema of the version that served it.',
  schema: z.object({
    ...served,
    result: jsonObject,
    receipt: jsonObject.optional(),
    repairs: z.array(repair).optional().describe('What was mended in the arguments before the skill was called'),
    summary: z.string().optional().describe('What a prompt gets of a long result; a short one is its own summary'),
    attachment: attachment.optional(),
  }),
});

/** What is known of the effect after a call that gave no result. */
export const failureOutcome = z.enum(['not_executed', 'failed', 'unknown']);
export type FailureOutcome = z.output<typeof failureOutcome>;

export const skillFailed = defineEvent('skill.failed.v1', {
  topics: ['plinth.session.events'],
  answers: skillInvoke,
  summary: 'No result; `outcome` says what is known about the effect.',
  schema: z.object({
    ...served,
    version: served.version.optional(),
    lane: served.lane.optional(),
    effect: served.effect.optional(),
    outcome: failureOutcome,
    error: errorBody,
    violations: z
      .array(z.object({ field: z.string(), rule: z.string(), expected: z.string() }))
      .optional()
      .describe('All that is wrong with the arguments, what tells most first'),
    proposal: z
      .object({ arguments: jsonObject, repairs: z.array(repair) })
      .optional()
      .describe('Arguments that fit and that the caller may have meant; never used unasked'),
    retry_after_ms: z
      .int()
      .min(0)
      .optional()
      .describe('When a new command may fare better: the gateway held this one off before its provider heard of it'),
  }),
});
