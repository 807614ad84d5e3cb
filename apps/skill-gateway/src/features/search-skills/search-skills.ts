import type { Catalogue } from '../../domain/catalogue/catalogue';
import { chooseSkills, type SkillChoice } from '../../domain/choice/choose-skills';
import { KeywordIndex } from '../../domain/choice/keyword-index';
import { skillWords } from '../../domain/choice/skill-words';
import type { SkillCatalogue } from '../../ports/skill-catalogue';

/**
 * Finds the skills for a text among the baselines (S11). Owns the index of one revision of the catalogue, made at the first
 * question after a change.
 */
export class SearchSkills {
  private indexed: { readonly revision: number; readonly index: KeywordIndex } | undefined;

  constructor(private readonly catalogue: SkillCatalogue) {}

  search(text: string, topK: number, among?: ReadonlySet<string>): SkillChoice {
    const catalogue = this.catalogue.current();
    if (this.indexed?.revision !== catalogue.revision)
      this.indexed = { revision: catalogue.revision, index: indexOf(catalogue) };
    return chooseSkills(this.indexed.index, text, topK, among);
  }
}

function indexOf({ skills }: Catalogue): KeywordIndex {
  return new KeywordIndex(
    [...skills.values()].flatMap(({ rollout, versions, marks }) => {
      const contract = versions.get(rollout.baseline);
      return contract ? [skillWords(contract.manifest, marks.get(rollout.baseline)?.origin?.name)] : [];
    }),
  );
}
