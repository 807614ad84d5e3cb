import type { RegisteredVersion } from '../domain/catalogue/catalogue';
import type { Rollout } from '../domain/rollout/rollout';

export interface RegistryContent {
  readonly revision: number;
  readonly versions: readonly RegisteredVersion[];
  readonly rollouts: readonly Rollout[];
}

/** Rollouts that have changed, up to a revision. */
export type RolloutChanges = Omit<RegistryContent, 'versions'>;

/** The skills of all tenants with their rollouts. Throws TransientError when the store is away. */
export abstract class SkillRegistry {
  /** Counts every change of what `content` gives. */
  abstract revision(): Promise<number>;
  /** Everything, as of one moment. */
  abstract content(): Promise<RegistryContent>;
  /** What has changed after the revision, as of one moment; undefined when that is more than rollouts. */
  abstract rolloutsSince(revision: number): Promise<RolloutChanges | undefined>;
  /**
   * Keeps the versions of one provider. A version that is known keeps its place and takes the new manifest and URL, unless
   * it promises something else than a complete one did: then it stays as it was. The first
   * version of a skill, the lowest if several come at once, becomes its baseline. Changes nothing, not even the revision, when
   * everything is known already.
   */
  abstract register(versions: readonly RegisteredVersion[]): Promise<void>;
}
