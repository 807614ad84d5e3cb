import { z } from 'zod';

/** How much of a dialogue a turn sees (M3). */
export const windowPolicySchema = z.strictObject({
  /** Tokens of o200k_base for state, summary and rounds together. */
  maxTokens: z.int().min(100).max(1_000_000).default(8_000),
  verbatimRounds: z.int().min(1).max(1_000).default(15),
  /** Beyond this share of the tokens older rounds are compressed. */
  compressAbove: z.number().min(0.1).max(1).default(0.6),
  /** Never compressed while they fit the window. */
  protectedRounds: z.int().min(1).max(100).default(3),
  /** What compressed rounds shrink to, as a share of theirs; more only where facts would be lost (M26). */
  compressTo: z.number().min(0.01).max(1).default(0.1),
  /** The share of the tokens that is kept free for the summary. */
  summaryShare: z.number().min(0.01).max(0.5).default(0.1),
  summarySentences: z.int().min(1).max(50).default(3),
  /** What a chat format adds to each message. */
  tokensPerMessage: z.int().min(0).max(50).default(4),
});
export type WindowPolicy = z.output<typeof windowPolicySchema>;
