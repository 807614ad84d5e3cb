import { FIELDS, isConcept, type SkillWords, type Words } from './skill-words';

/** BM25F: Zaragoza et al., “Microsoft Cambridge at TREC-13” (2004); a term of the name counts as three of the description. */
const WEIGHTS = { name: 3, about: 1, parameters: 0.7, hints: 0.7 } as const;
const K1 = 1.2;
const B = 0.5;

interface Posting {
  readonly skill: number;
  readonly weight: number;
}

/** The skills of a catalogue by their words; immutable. How rare a word is among the skills is what tells them apart. */
export class KeywordIndex {
  private readonly postings = new Map<string, Posting[]>();

  constructor(readonly skills: readonly SkillWords[]) {
    const weighed = skills.map(weigh);
    const average = weighed.reduce((sum, { length }) => sum + length, 0) / Math.max(1, skills.length) || 1;
    weighed.forEach(({ words, length }, skill) => {
      for (const [word, count] of words) {
        const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));
        const known = this.postings.get(word);
        if (known) known.push({ skill, weight });
        else this.postings.set(word, [{ skill, weight }]);
      }
    });
  }

  /** The skills that share a word with the question, best first; of equals the first by name. */
  rank(question: Words): readonly { readonly skill: SkillWords; readonly score: number }[] {
    const scores = new Map<number, number>();
    for (const [word, count] of question) {
      const found = this.postings.get(word) ?? [];
      const weight = Math.min(1, count) * this.rarity(found.length);
      for (const posting of found)
        scores.set(posting.skill, (scores.get(posting.skill) ?? 0) + weight * posting.weight);
    }
    return [...scores]
      .flatMap(([at, score]) => {
        const skill = this.skills[at];
        return skill ? [{ skill, score }] : [];
      })
      .sort((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1));
  }

  private rarity(found: number): number {
    return Math.log(1 + (this.skills.length - found + 0.5) / (found + 0.5));
  }
}

function weigh({ fields }: SkillWords): { readonly words: Words; readonly length: number } {
  const words = new Map<string, number>();
  let length = 0;
  for (const field of FIELDS)
    for (const [word, count] of fields[field]) {
      words.set(word, (words.get(word) ?? 0) + count * WEIGHTS[field]);
      if (!isConcept(word)) length += count * WEIGHTS[field];
    }
  return { words, length };
}
