import type { SkillManifest } from '@plinth/contracts';
import type { Stage } from '@plinth/rollout';
import { shadowModeOf, type NoShadow } from '../comparison/shadow-mode';

const WHY = {
  never: 'its contract allows no comparison run (`shadow: never`)',
  acts: 'it acts, and is called safe without offering a dry run (`shadow: safe`)',
} as const satisfies Record<NoShadow, string>;

/** Why the candidate cannot enter the stage (S8); undefined when it can. */
export function shadowObstacle(stage: Stage | undefined, candidate: SkillManifest | undefined): string | undefined {
  if (stage?.mode !== 'shadow' || candidate === undefined) return undefined;
  const mode = shadowModeOf(candidate);
  if (typeof mode !== 'string') return undefined;
  const { name, version, effect } = candidate;
  return `Stage \`${stage.name}\` runs ${name} ${version} (effect ${effect}) beside the baseline, but ${WHY[mode]}.`;
}
