import { createHash } from 'node:crypto';
import { defineSkill, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';

/** Leaves a message for the user; a flow calls it only behind a result that the message may speak of. */
export function sendMessage(): Skill {
  return defineSkill({
    name: 'send_message',
    version: '1.0.0',
    description: 'Sends the user one message through the channel that they chose.',
    trigger: 'something was done that the user is to be told outside of the conversation; 发短信通知用户',
    effect: 'irreversible',
    input: z.object({ text: z.string().min(1).max(500) }),
    output: z.object({ message_id: z.string(), status: z.literal('accepted') }),
    receipt: ['message_id'],
    shadow: 'dry_run',
    keyFields: ['message_id', 'status'],
    p95Ms: 500,
    run: (_args, { idempotencyKey }) => ({
      message_id: `MSG-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 12)}`,
      status: 'accepted' as const,
    }),
    dryRun: () => ({ message_id: 'none', status: 'accepted' as const }),
  });
}
