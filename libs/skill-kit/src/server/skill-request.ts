import { z } from 'zod';
import type { SkillContext } from '../skill';

const attributes = z.record(z.string(), z.unknown());

/** The body of a call. What a later caller adds is passed over. */
export const skillRequestBody = z.object({
  arguments: z.record(z.string(), z.unknown()),
  context: z.object({
    tenant: z.string().min(1),
    user_id: z.string(),
    session_id: z.string().default(''),
    turn_id: z.string().default(''),
    locale: z.string().default('en'),
    attributes: attributes.default({}),
  }),
  dry_run: z.boolean().default(false),
});

export interface SkillRequest {
  readonly arguments: Record<string, unknown>;
  readonly context: Omit<SkillContext, 'idempotencyKey' | 'signal'>;
  /** Empty: none was sent. */
  readonly idempotencyKey: string;
  readonly dryRun: boolean;
}

export function skillRequestOf(body: z.output<typeof skillRequestBody>, idempotencyKey = ''): SkillRequest {
  const { tenant, user_id, session_id, turn_id, locale, attributes } = body.context;
  return {
    arguments: body.arguments,
    context: { tenant, userId: user_id, sessionId: session_id, turnId: turn_id, locale, attributes },
    idempotencyKey,
    dryRun: body.dry_run,
  };
}
