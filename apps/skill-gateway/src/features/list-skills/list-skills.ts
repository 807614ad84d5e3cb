import type { SkillManifest } from '@plinth/contracts';
import { refuse, type Refusal } from '@plinth/kernel';
import type { RegisteredSkill, RegistrationMark } from '../../domain/catalogue/catalogue';
import { compareVersions } from '../../domain/rollout/compare-versions';
import { skillOf, type Rollout } from '../../domain/rollout/rollout';
import { Quarantine, type Quarantined } from '../../domain/registration/quarantine';
import type { SkillCatalogue } from '../../ports/skill-catalogue';

export interface SkillOverview {
  readonly name: string;
  readonly rollout: Rollout;
  /** Oldest first. */
  readonly versions: readonly SkillManifest[];
  /** By version: how far its contract can be relied on, and where it came from. */
  readonly marks: ReadonlyMap<string, RegistrationMark>;
}

/** What is registered, as people and planners see it. */
export class ListSkills {
  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly quarantine: Quarantine = new Quarantine(),
  ) {}

  all(): readonly SkillOverview[] {
    return [...this.catalogue.current().skills.values()].map(overviewOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** What is kept out, with its reasons: published wrongly, or kept by an older program in a way that this one cannot use. */
  quarantined(): readonly Quarantined[] {
    const unusable = this.catalogue
      .current()
      .unusable.map(({ skill, version, faults }) => ({ name: skill, version, faults }));
    return [...this.quarantine.all(), ...unusable].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  one(name: string): SkillOverview | Refusal {
    const skill = this.catalogue.current().skills.get(name);
    return skill ? overviewOf(skill) : refuse('not_found', 'skill_not_found', 'No such skill is registered.');
  }

  version(name: string, version: string): SkillManifest | Refusal {
    const contract = this.catalogue.current().skills.get(name)?.versions.get(version);
    return contract?.manifest ?? refuse('not_found', 'version_not_found', 'No such version is registered.');
  }
}

function overviewOf({ rollout, versions, marks }: RegisteredSkill): SkillOverview {
  const manifests = [...versions.values()].map(({ manifest }) => manifest);
  return {
    name: skillOf(rollout),
    rollout,
    marks,
    versions: manifests.sort((a, b) => compareVersions(a.version, b.version)),
  };
}
