import { z } from 'zod';

/** The bounds of one summary (M6); UTF-16 characters and tokens of o200k_base. */
export const summaryPolicySchema = z.strictObject({
  maxSentences: z.int().min(1).max(10).default(3),
  maxCharacters: z.int().min(20).max(10_000).default(200),
  maxTokens: z.int().min(10).max(10_000).default(128),
});
export type SummaryPolicy = z.output<typeof summaryPolicySchema>;
