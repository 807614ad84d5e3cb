import { deriveId } from '@plinth/kernel';
import { defineSkill, SkillError, type Skill } from '@plinth/skill-kit';
import { z } from 'zod';
import type { Site } from '../plant/load-site';
import type { Engineer } from '../work/engineer';

/** Leaves the message in the outbox of the engineer's channel; the record of the effect is that outbox. */
export function notifyEngineer({ engineers }: Site): Skill {
  const named = (id: string): Engineer => {
    const found = engineers.find((one) => one.id === id);
    if (!found) throw new SkillError('unknown_engineer', 'The plant has no engineer of that number.');
    return found;
  };
  return defineSkill({
    name: 'notify_engineer',
    version: '1.0.0',
    description: 'Sends one engineer one message by the channel that they chose.',
    trigger: 'an inspection was booked and its engineer is to know; 通知工程师',
    effect: 'irreversible',
    receipt: ['message_id'],
    shadow: 'dry_run',
    keyFields: ['message_id', 'channel'],
    input: z.object({ engineer_id: z.string().min(1).max(32), text: z.string().min(1).max(2_000) }),
    output: z.object({ message_id: z.string(), channel: z.string(), status: z.literal('accepted') }),
    errors: [{ code: 'unknown_engineer', retryable: false, description: 'The plant has no engineer of that number.' }],
    p95Ms: 500,
    run({ engineer_id }, { tenant, idempotencyKey }) {
      const { channel } = named(engineer_id);
      const message_id = `MSG-${deriveId(tenant, 'notice', idempotencyKey).slice(0, 12)}`;
      return { message_id, channel: channel.kind, status: 'accepted' as const };
    },
    dryRun: ({ engineer_id }) => ({
      ...{ message_id: 'none', channel: named(engineer_id).channel.kind },
      status: 'accepted' as const,
    }),
  });
}
