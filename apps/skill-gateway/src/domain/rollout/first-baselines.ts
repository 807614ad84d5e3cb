import type { SkillManifest } from '@plinth/contracts';
import { defaultPlan } from '@plinth/rollout';
import { compareVersions } from './compare-versions';
import { firstRollout, type Rollout } from './rollout';

/**
 * A rollout for each skill that has none yet: the lowest version alone. A version that arrives later waits for somebody to
 * give it traffic.
 */
export function firstBaselines(manifests: readonly SkillManifest[]): Rollout[] {
  const lowest = new Map<string, string>();
  for (const { name, version } of manifests) {
    const known = lowest.get(name);
    if (known === undefined || compareVersions(version, known) < 0) lowest.set(name, version);
  }
  return [...lowest].map(([skill, baseline]) => firstRollout(skill, baseline, defaultPlan()));
}
