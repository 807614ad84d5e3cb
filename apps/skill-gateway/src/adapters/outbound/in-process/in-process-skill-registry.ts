import type { RegisteredVersion } from '../../../domain/catalogue/catalogue';
import { brokenPromises } from '../../../domain/registration/promises';
import { firstBaselines } from '../../../domain/rollout/first-baselines';
import { skillOf, type Rollout } from '../../../domain/rollout/rollout';
import { SkillRegistry, type RegistryContent, type RolloutChanges } from '../../../ports/skill-registry';

/** A registry that dies with its process: for tests of what stands on the port. */
export class InProcessSkillRegistry extends SkillRegistry {
  private changes = 0;
  private skillsChangedAt = 0;
  private readonly changedAt = new Map<string, number>();
  private readonly versions = new Map<string, RegisteredVersion>();
  private readonly rollouts = new Map<string, Rollout>();

  async revision(): Promise<number> {
    return this.changes;
  }

  async content(): Promise<RegistryContent> {
    const { changes: revision, versions, rollouts } = this;
    return { revision, versions: [...versions.values()], rollouts: [...rollouts.values()] };
  }

  async rolloutsSince(revision: number): Promise<RolloutChanges | undefined> {
    if (this.skillsChangedAt > revision) return undefined;
    const changed = [...this.rollouts].filter(([skill]) => (this.changedAt.get(skill) ?? 0) > revision);
    return { revision: this.changes, rollouts: changed.map(([, rollout]) => rollout) };
  }

  async register(versions: readonly RegisteredVersion[]): Promise<void> {
    let changed = false;
    for (const version of versions) {
      const key = `${version.manifest.name}@${version.manifest.version}`;
      const known = this.versions.get(key);
      if (JSON.stringify(known) === JSON.stringify(version)) continue;
      if (known?.state === 'complete' && brokenPromises(known.manifest, version.manifest).length > 0) continue;
      this.versions.set(key, version);
      changed = true;
    }
    for (const rollout of firstBaselines(versions.map(({ manifest }) => manifest))) {
      if (!this.rollouts.has(skillOf(rollout))) this.rollouts.set(skillOf(rollout), rollout);
    }
    if (!changed) return;
    this.changes += 1;
    this.skillsChangedAt = this.changes;
  }

  /** Answers whether it still was at `revision`. */
  replaceRollout(revision: number, rollout: Rollout): boolean {
    if (this.rollouts.get(skillOf(rollout))?.revision !== revision) return false;
    this.rollouts.set(skillOf(rollout), rollout);
    this.changes += 1;
    this.changedAt.set(skillOf(rollout), this.changes);
    return true;
  }
}
