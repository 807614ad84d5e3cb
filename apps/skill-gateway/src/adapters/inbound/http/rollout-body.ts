import { semanticVersion } from '@plinth/contracts';
import { z } from 'zod';
import type { RolloutCommand } from '../../../domain/rollout/command';
import { skillOf, type Rollout } from '../../../domain/rollout/rollout';
import { SHARE_STAGE } from '../../../domain/rollout/share-plan';
import type { RolloutView } from '../../../features/read-rollout/read-rollout';
import { guardJson, planBody, stageJson } from './rollout-plan-body';

const reason = z.string().trim().min(1).max(500);

/**
 * With `weight`, or without a candidate, what serves changes at once. With a candidate and no weight it is only prepared, by the plan
 * or the shipped one, until somebody starts it.
 */
export const rolloutBody = z
  .strictObject({
    baseline: semanticVersion.optional(),
    candidate: semanticVersion.nullable().default(null),
    weight: z.number().min(0).max(1).optional(),
    plan: planBody.optional(),
    reason: reason.optional(),
  })
  .refine(({ weight, plan }) => weight === undefined || plan === undefined, {
    path: ['weight'],
    message: 'has its place in the stages of `plan`',
  })
  .refine(({ candidate, plan }) => candidate !== null || plan === undefined, {
    path: ['candidate'],
    message: 'is required with a plan',
  });
export type RolloutBody = z.output<typeof rolloutBody>;

export const actBody = z.strictObject({ reason });
export const startBody = z.strictObject({ reason, stage: z.string().min(1).max(63).optional() });

export const historyQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.coerce.number().int().min(1).optional(),
});

export function commandOf({ baseline, candidate, weight, plan }: RolloutBody): RolloutCommand {
  if (candidate === null || weight !== undefined)
    return { kind: 'share', baseline, candidate: candidate ?? undefined, weight: weight ?? 0 };
  return { kind: 'configure', baseline, candidate, stages: plan?.stages, guards: plan?.guards };
}

export function rolloutJson({ rollout, findings, leftOut }: RolloutView) {
  return {
    ...summaryJson(rollout),
    ...(findings && { guards: findings.guards, samples: findings.samples, left_out: leftOut }),
    plan: { stages: rollout.plan.stages.map(stageJson), guards: rollout.plan.guards.map(guardJson) },
  };
}

/** `weight`: of the stage that a rollout by shares has. */
export function summaryJson(rollout: Rollout) {
  const { enteredAtMs, plan, stage, baseline, candidate, status, run, revoked, revision } = rollout;
  const current = plan.stages[stage];
  const entered = status === 'idle' ? {} : { stage: current?.name, entered_at: new Date(enteredAtMs).toISOString() };
  const weight = current?.name === SHARE_STAGE && status !== 'idle' ? current.weight : undefined;
  return {
    ...{ skill: skillOf(rollout), baseline, candidate: candidate ?? null, status, ...entered },
    ...(weight !== undefined && { weight }),
    ...{ run, revoked, revision },
  };
}
