import type { EmbedQuestion } from '@plinth/embedding';
import type { Catalogue } from '../../domain/catalogue/catalogue';
import { chooseSkills, type SkillChoice } from '../../domain/choice/choose-skills';
import { KeywordIndex } from '../../domain/choice/keyword-index';
import { skillWords } from '../../domain/choice/skill-words';
import type { Meaning } from '../../domain/choice/meaning';
import type { SkillCatalogue } from '../../ports/skill-catalogue';
import type { SkillVectors } from './skill-vectors';

export interface ByMeaning {
  readonly questions: Pick<EmbedQuestion, 'vectorOf'>;
  readonly vectors: Pick<SkillVectors, 'byName' | 'usual'>;
}

/**
 * Finds the skills for a text among the baselines (S11). Owns the index of one revision of the catalogue, made at the first
 * question after a change. With a model, by meaning too, for as long as it answers in time and some skill has its vector.
 */
export class SearchSkills {
  private indexed: { readonly revision: number; readonly index: KeywordIndex } | undefined;

  constructor(
    private readonly catalogue: SkillCatalogue,
    private readonly byMeaning?: ByMeaning,
  ) {}

  async search(text: string, topK: number, among?: ReadonlySet<string>): Promise<SkillChoice> {
    const meaning = await this.meaningOf(text);
    const catalogue = this.catalogue.current();
    if (this.indexed?.revision !== catalogue.revision)
      this.indexed = { revision: catalogue.revision, index: indexOf(catalogue) };
    return chooseSkills(this.indexed.index, text, topK, among, meaning);
  }

  private async meaningOf(text: string): Promise<Meaning | undefined> {
    const skills = this.byMeaning?.vectors.byName();
    const usual = this.byMeaning?.vectors.usual;
    if (!skills || !usual || skills.size === 0) return undefined;
    const question = await this.byMeaning?.questions.vectorOf(text);
    return question && { question, usual, skills };
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
