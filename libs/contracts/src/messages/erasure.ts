import { z } from 'zod';
import { defineCommand, defineEvent } from '../define';
import { SERVICE_NAMES } from '../service-table';
import { COMMANDS_TOPICS } from '../topics';
import { instant } from './message-parts';

export const userErase = defineCommand('user.erase.v1', {
  topics: COMMANDS_TOPICS,
  summary: 'Erase the personal text of one user from the tables of this service.',
  schema: z.object({
    erasure_id: z.string(),
    user_ids: z
      .array(z.string())
      .min(1)
      .describe('The canonical id and every id that was merged into it or sent for it'),
    requested_at: instant,
  }),
});

export const userErased = defineEvent('user.erased.v1', {
  topics: ['plinth.user.events'],
  answers: userErase,
  summary: 'What one service erased, and what a retention rule made it keep.',
  schema: z.object({
    erasure_id: z.string(),
    user_id: z.string(),
    service: z.enum(SERVICE_NAMES),
    counts: z.record(z.string(), z.int().min(0)).describe('Rows redacted or deleted, by table'),
    refused: z.array(z.object({ what: z.string(), rule: z.string(), until: instant.optional() })),
  }),
});
