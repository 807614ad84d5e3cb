import type { SkillManifest } from '@plinth/contracts';

/** How a candidate may be called beside the call that serves: as it is, or with `dry_run`. */
export interface ShadowMode {
  readonly dryRun: boolean;
}

export type NoShadow =
  /** Its manifest allows no comparison run. */
  | 'never'
  /** Its manifest calls it safe although it acts: it is not believed. */
  | 'acts';

/** What a candidate's manifest allows (S8). Whatever acts never runs without `dry_run`, and nothing runs without a declaration. */
export function shadowModeOf({ shadow, effect }: SkillManifest): ShadowMode | NoShadow {
  if (shadow === 'never') return 'never';
  if (shadow === 'dry_run') return { dryRun: true };
  return effect === 'read' ? { dryRun: false } : 'acts';
}
