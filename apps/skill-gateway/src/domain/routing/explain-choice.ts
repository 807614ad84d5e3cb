import type { SkillReply } from '../outcome/skill-reply';
import { isWatched } from '../rollout/rollout';
import type { Choice } from './choose-version';

/** Says in a reply which stage its call belonged to and why this version served, while a rollout is under way (S5, S7). */
export function explained(reply: SkillReply, { rollout, stage, reason }: Omit<Choice, 'contract'>): SkillReply {
  if (!isWatched(rollout)) return reply;
  const route = { ...(stage !== undefined && { stage }), route: reason };
  return reply.kind === 'succeeded'
    ? { kind: 'succeeded', data: { ...reply.data, ...route } }
    : { kind: 'failed', data: { ...reply.data, ...route } };
}
