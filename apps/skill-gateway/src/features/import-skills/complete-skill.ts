import type { SkillManifest } from '@plinth/contracts';
import { refuse, type Refusal } from '@plinth/kernel';
import { readManifest } from '../../domain/contract/skill-contract';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { SkillRegistry } from '../../ports/skill-registry';

/** What a person says of an imported skill; what it leaves out stays as it is. Names and schemas of input are the tool's own. */
type Completable = Omit<SkillManifest, 'name' | 'version' | 'input_schema' | 'metrics'>;
export type Completion = { readonly [Part in keyof Completable]?: Completable[Part] | undefined } & Pick<
  SkillManifest,
  'effect'
>;

/** Makes an imported version a complete one, once: from then on it is a promise like any other. */
export class CompleteSkill {
  constructor(
    private readonly registry: SkillRegistry,
    private readonly catalogue: SkillCatalogue,
  ) {}

  /** Throws TransientError when the store cannot be reached. */
  async complete(name: string, version: string, completion: Completion): Promise<SkillManifest | Refusal> {
    await this.catalogue.refresh();
    const skill = this.catalogue.current().skills.get(name);
    const [contract, mark] = [skill?.versions.get(version), skill?.marks.get(version)];
    if (!skill || !contract || !mark) return refuse('not_found', 'version_not_found', 'No such version is registered.');
    if (mark.state === 'complete')
      return refuse('conflict', 'already_complete', 'The version is complete, and so a promise that does not change.');
    if (completion.shadow === 'dry_run')
      return refuse(
        'invalid',
        'dry_run_not_known',
        'What was imported is called as it is: its server may not know a dry run, and act.',
        {
          ...{ field: 'shadow', rule: 'not_imported' },
        },
      );
    const said = Object.fromEntries(Object.entries(completion).filter(([, value]) => value !== undefined));
    const read = readManifest({ ...contract.manifest, ...said });
    if ('faults' in read) {
      const [fault] = read.faults;
      return refuse('invalid', 'manifest_at_fault', `${fault?.at ?? ''}: ${fault?.reason ?? ''}.`, {
        ...{ field: fault?.at ?? '', rule: fault?.rule ?? 'invalid' },
      });
    }
    const { manifest } = read.contract;
    const providerUrl = skill.providerUrls.get(version) ?? '';
    await this.registry.register([{ ...mark, manifest, providerUrl, state: 'complete' }]);
    await this.catalogue.refresh();
    return manifest;
  }
}
