import { refuse, type Refusal } from '@plinth/kernel';
import { changeRollout, type Rollout, type RolloutChange } from '../../domain/rollout/rollout';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { SkillRegistry } from '../../ports/skill-registry';

const MAX_TRIES = 5;

/** Decides which versions of a skill serve, from the next call on, on every replica within its poll interval. */
export class ChangeRollout {
  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly registry: SkillRegistry,
  ) {}

  /** With `expected`, only a rollout of one of these revisions is changed. */
  async change(name: string, change: RolloutChange, expected?: readonly number[]): Promise<Rollout | Refusal> {
    if (expected) await this.catalogue.refresh();
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const skill = this.catalogue.current().skills.get(name);
      if (!skill) return refuse('not_found', 'skill_not_found', 'No such skill is registered.');
      if (expected && !expected.includes(skill.rollout.revision))
        return refuse('outdated', 'revision_outdated', 'The rollout is not at the revision of If-Match any more.');
      if (!skill.versions.has(change.baseline)) return unknownVersion('baseline');
      if (change.candidate !== undefined && !skill.versions.has(change.candidate)) return unknownVersion('candidate');
      if (change.candidate === change.baseline)
        return refuse('invalid', 'invalid_request', '`candidate` must differ from the baseline.', {
          field: 'candidate',
          rule: 'different',
        });
      const next = changeRollout(skill.rollout, change);
      const replaced = await this.registry.replaceRollout(next);
      await this.catalogue.refresh();
      if (replaced) return next;
    }
    return refuse('conflict', 'rollout_contended', 'Others are changing this rollout at the moment.');
  }
}

function unknownVersion(field: 'baseline' | 'candidate'): Refusal {
  return refuse('invalid', 'invalid_request', `\`${field}\` names a version that is not registered.`, {
    field,
    rule: 'registered',
  });
}
