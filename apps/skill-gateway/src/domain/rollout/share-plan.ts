import { defaultGuards, type Guard, type RolloutPlan } from '@plinth/rollout';

export const SHARE_STAGE = 'share';

/** One live stage for a share of all users, 0 … 1. With 0 the candidate serves only those that have pinned it. */
export const sharePlan = (weight: number, guards: readonly Guard[] = defaultGuards(undefined)): RolloutPlan => ({
  stages: [
    {
      name: SHARE_STAGE,
      mode: 'live',
      audience: { kind: 'all' },
      weight,
      cap: 1,
      trace: 'sampled',
      minMs: 0,
      minSamples: 0,
      promotion: 'manual',
    },
  ],
  guards,
});
