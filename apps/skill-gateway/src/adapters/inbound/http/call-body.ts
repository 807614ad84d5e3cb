import { z } from 'zod';
import type { JsonObject } from '@plinth/kernel';

/** What the body of a call may hold; texts and depth are checked for every body before. */
const object = z.record(z.string(), z.json()).transform((value): JsonObject => value);
const id = z.string().min(1).max(256);

export const callBody = z.strictObject({
  arguments: object.default({}),
  user_id: id.optional(),
  session_id: id.optional(),
  attributes: object.default({}),
  locale: z.string().max(35).default('en'),
  dry_run: z.boolean().default(false),
  version: z.string().max(64).optional(),
  confirmation_token: z.string().max(200).optional(),
});
export type CallBody = z.output<typeof callBody>;

export const keyHeader = z.object({ 'Idempotency-Key': z.string().regex(/^[\x21-\x7e]{1,255}$/) });
