import type { SkillOrder } from './skill-order';

/** The skill itself: something small that works, to be replaced line by line. */
export function skillSource(order: SkillOrder): string {
  return order.effect === 'read' ? readingSkill(order) : actingSkill(order);
}

const words = ({ name }: SkillOrder): string => name.replaceAll('_', ' ');

function readingSkill(order: SkillOrder): string {
  return `import { defineSkill, SkillError } from '@plinth/skill-kit';
import { z } from 'zod';

/** What the skill knows; a provider of one's own asks its system here. */
const KNOWN = new Map([['example', 42]]);

export const ${order.identifier} = defineSkill({
  name: '${order.name}',
  version: '1.0.0',
  description: 'Tells the number that is recorded for one subject (${words(order)}).',
  trigger: 'the user wants to ${words(order)}',
  effect: 'read',
  shadow: 'safe',
  keyFields: ['subject', 'amount'],
  input: z.object({ subject: z.string().min(1).max(200) }),
  output: z.object({ subject: z.string(), amount: z.number() }),
  errors: [{ code: 'not_found', retryable: false, description: 'Nothing is recorded for that subject.' }],
  p95Ms: 200,
  examples: [{ arguments: { subject: 'example' }, result: { subject: 'example', amount: 42 } }],
  run({ subject }) {
    const amount = KNOWN.get(subject);
    if (amount === undefined) throw new SkillError('not_found', 'Nothing is recorded for that subject.');
    return { subject, amount };
  },
});
`;
}

function actingSkill(order: SkillOrder): string {
  const confirmed = order.effect === 'irreversible' ? '\n  confirmationRequired: true,' : '';
  return `import { createHash } from 'node:crypto';
import { defineSkill, SkillError } from '@plinth/skill-kit';
import { z } from 'zod';

/** Subjects that are taken; a provider of one's own asks its system here. */
const KNOWN = new Set(['example']);

/** Every check that has to pass before anything is done, for a dry run as well. */
function entryOf(subject: string) {
  if (!KNOWN.has(subject)) throw new SkillError('not_allowed', 'That subject is not taken.');
  return { subject, status: 'recorded' as const };
}

export const ${order.identifier} = defineSkill({
  name: '${order.name}',
  version: '1.0.0',
  description: 'Records one entry for one subject (${words(order)}).',
  trigger: 'the user wants to ${words(order)}',
  effect: '${order.effect}',${confirmed}
  receipt: ['entry_id'],
  shadow: 'dry_run',
  keyFields: ['entry_id', 'status'],
  input: z.object({ subject: z.string().min(1).max(200) }),
  output: z.object({ entry_id: z.string(), subject: z.string(), status: z.literal('recorded') }),
  errors: [{ code: 'not_allowed', retryable: false, description: 'That subject is not taken.' }],
  p95Ms: 500,
  examples: [{ arguments: { subject: 'example' } }],
  run({ subject }, { idempotencyKey }) {
    // The number follows from the key, so that a call that is repeated after a crash finds its own entry.
    const digest = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 10).toUpperCase();
    return { ...entryOf(subject), entry_id: \`EN-\${digest}\` };
  },
  dryRun: ({ subject }) => ({ ...entryOf(subject), entry_id: 'none' }),
});
`;
}
