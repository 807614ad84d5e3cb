import type { SkillWords } from './skill-words';

/**
 * Skills best first, by words and meaning: the score by words, and `weight` times the similarity. Without a
 * similarity the order is that of the words. What neither speaks for is left out; of equals the first by name.
 */
export function rankBoth(
  byWords: readonly { readonly skill: SkillWords; readonly score: number }[],
  all: readonly SkillWords[],
  similarity: ReadonlyMap<string, number>,
  weight: number,
): readonly SkillWords[] {
  if (similarity.size === 0 || weight === 0) return byWords.map(({ skill }) => skill);
  const words = new Map(byWords.map(({ skill, score }) => [skill.name, score]));
  return all
    .map((skill) => ({
      skill,
      score: (words.get(skill.name) ?? 0) + weight * (similarity.get(skill.name) ?? 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1))
    .map(({ skill }) => skill);
}
