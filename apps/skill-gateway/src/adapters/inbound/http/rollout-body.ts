import { semanticVersion } from '@plinth/contracts';
import { z } from 'zod';
import type { Rollout } from '../../../domain/rollout/rollout';

export const rolloutBody = z.strictObject({
  baseline: semanticVersion,
  candidate: semanticVersion.nullable().default(null),
  weight: z.number().min(0).max(1).default(0),
});
export type RolloutBody = z.output<typeof rolloutBody>;

export function rolloutJson({ skill, baseline, candidate, weight, revoked, revision }: Rollout) {
  return { skill, baseline, candidate: candidate ?? null, weight, revoked, revision };
}
