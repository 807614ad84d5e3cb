import { jsonObject } from '@plinth/contracts';
import { z } from 'zod';

const id = z.string().min(1).max(256);

/** What the body of a call may hold; texts and depth are checked for every body before. */
export const callBody = z.strictObject({
  arguments: jsonObject.default({}),
  user_id: id.optional(),
  session_id: id.optional(),
  attributes: jsonObject.default({}),
  locale: z.string().max(35).default('en'),
  dry_run: z.boolean().default(false),
  version: z.string().max(64).optional(),
  confirmation_token: z.string().max(200).optional(),
});
export type CallBody = z.output<typeof callBody>;

export const keyHeader = z.object({ 'Idempotency-Key': z.string().regex(/^[\x21-\x7e]{1,255}$/) });
