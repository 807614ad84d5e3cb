import { z } from 'zod';
import { defineEvent } from '../define';
import { lowerSnakeName } from '../name-patterns';
import { instant } from './message-parts';

/** Longer than this nobody handles one request. */
export const MAX_HANDLING_MS = 30 * 24 * 3_600_000;

/** What became of a call of a skill in the eyes of its user (S9): about one call, or about all calls of a turn. */
export const outcomeParts = {
  call_id: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('The id of the command; without it session and turn are told'),
  session_id: z.string().min(1).max(256).optional(),
  turn_id: z.string().min(1).max(256).optional(),
  skill: lowerSnakeName.optional().describe('Of a turn: only the calls of this skill'),
  resolved_first_time: z.boolean().optional().describe('The user did not have to come back about it'),
  complaint: z.boolean().optional(),
  handling_ms: z.number().min(0).max(MAX_HANDLING_MS).optional().describe('From the request to its end, for the user'),
  observed_at: instant.optional().describe('When it was seen; of two outcomes about the same the later one stands'),
};

export const skillOutcome = defineEvent('skill.outcome.v1', {
  topics: ['plinth.skills.outcomes'],
  summary:
    'What became of calls of a skill, as a front end or a help desk sees it. Sent once or more, before or after the call is known.',
  schema: z.object(outcomeParts),
});
