import { z } from 'zod';
import { defineCommand, defineEvent } from '../define';

export const modelAnswer = defineCommand('model.answer.v1', {
  topics: ['plinth.orchestrator.commands'],
  summary: 'Ask the configured model for a draft; only where no flow decides.',
  schema: z.object({
    messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
    max_output_tokens: z.int().min(1),
  }),
});

export const modelAnswered = defineEvent('model.answered.v1', {
  topics: ['plinth.session.events'],
  answers: modelAnswer,
  summary: 'The text of the model and what it cost.',
  schema: z.object({
    text: z.string(),
    model: z.string(),
    input_tokens: z.int().min(0),
    output_tokens: z.int().min(0),
    duration_ms: z.number().min(0),
  }),
});
