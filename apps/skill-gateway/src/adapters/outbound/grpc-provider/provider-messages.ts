import type { Struct } from '@plinth/grpc';
import { z } from 'zod';

/** Answers of `SkillProvider` as the loader gives them: what was not sent is absent, also an empty text. */
const struct = z.custom<Struct>((value) => typeof value === 'object' && value !== null);

const succeeded = { result: struct.optional(), receipt: struct.optional() };

export const invokeAnswered = z.object({
  ...succeeded,
  error: z
    .object({
      code: z.string().max(64),
      message: z.string().default(''),
      field: z.string().optional(),
      rule: z.string().optional(),
    })
    .optional(),
});
export type InvokeAnswered = z.output<typeof invokeAnswered>;

export const effectAnswered = z.object({ ...succeeded, status: z.enum(['known', 'pending', 'not_known']) });

export const manifestsAnswered = z.object({ skills: z.array(struct).default([]) });
