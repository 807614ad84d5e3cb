import { z } from 'zod';
import type { Rollout } from '../../../domain/routing/rollout';

const version = z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/);

export const rolloutBody = z.strictObject({
  baseline: version,
  candidate: version.nullable().default(null),
  weight: z.number().min(0).max(1).default(0),
});
export type RolloutBody = z.output<typeof rolloutBody>;

export function rolloutJson({ skill, baseline, candidate, weight, revoked, revision }: Rollout) {
  return { skill, baseline, candidate: candidate ?? null, weight, revoked, revision };
}
