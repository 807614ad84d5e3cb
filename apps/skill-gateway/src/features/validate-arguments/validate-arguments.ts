import { refuse, type JsonObject, type Refusal } from '@plinth/kernel';
import { readArguments, type ArgumentReading } from '../../domain/contract/read-arguments';
import type { SkillCatalogue } from '../../ports/skill-catalogue';

export interface ValidatedArguments {
  readonly skill: string;
  readonly version: string;
  readonly reading: ArgumentReading;
}

/** What a call would come to by its contract alone: nothing is called, counted or kept (S3). */
export class ValidateArguments {
  constructor(private readonly catalogue: SkillCatalogue) {}

  /** By the version that is named, else the baseline. */
  validate(name: string, version: string | undefined, args: JsonObject): ValidatedArguments | Refusal {
    const skill = this.catalogue.current().skills.get(name);
    if (!skill) return refuse('not_found', 'skill_not_found', 'No such skill is registered.');
    const contract = skill.versions.get(version ?? skill.rollout.baseline);
    if (!contract) return refuse('not_found', 'version_not_found', 'No such version is registered.');
    return { skill: name, version: contract.manifest.version, reading: readArguments(contract, args) };
  }
}
