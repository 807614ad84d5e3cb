import { createHash } from 'node:crypto';
import { defineSkill, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';

/** Until a person answers. */
const WAITING_MINUTES = 5;

export function handOff(): Skill {
  return defineSkill({
    name: 'hand_off',
    version: '1.0.0',
    description: 'Opens a ticket for a person who takes the conversation over.',
    trigger: 'the user asks for a person, complains, or a flow cannot go on; 转人工、投诉',
    effect: 'write',
    input: z.object({ summary: z.string().min(1).max(2_000) }),
    output: z.object({ ticket_id: z.string(), waiting_minutes: z.int() }),
    receipt: ['ticket_id'],
    shadow: 'dry_run',
    keyFields: ['ticket_id', 'waiting_minutes'],
    p95Ms: 300,
    run: (_args, { idempotencyKey }) => ({
      ticket_id: `TK-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 8).toUpperCase()}`,
      waiting_minutes: WAITING_MINUTES,
    }),
    dryRun: () => ({ ticket_id: 'none', waiting_minutes: WAITING_MINUTES }),
  });
}
