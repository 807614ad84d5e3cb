import { z } from 'zod';

/** A question as retrieve_questions gives it and the skills behind it take it. */
export const questionShape = z.object({
  question_id: z.string().max(64),
  difficulty: z.number(),
  discrimination: z.number().positive(),
  prompt: z.string().max(2_000),
});
