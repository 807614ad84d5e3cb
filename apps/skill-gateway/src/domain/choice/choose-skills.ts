import { fitOf } from './fit';
import { rankBoth } from './rank-both';
import { modelOfChoice, similarities, type Meaning } from './meaning';
import type { KeywordIndex } from './keyword-index';
import { FIELDS, isConcept, wordsOf, type Field, type SkillWords, type Words } from './skill-words';

export interface ChosenSkill {
  readonly name: string;
  /** How likely it does what was asked, 0…1. */
  readonly score: number;
  /** The words of the question that speak for it, by where they stand. */
  readonly reasons: readonly { readonly field: Field; readonly words: readonly string[] }[];
}

export interface SkillChoice {
  /** Whether any skill does what was asked, as far as words and meaning tell. */
  readonly fits: boolean;
  /** Best first. */
  readonly skills: readonly ChosenSkill[];
}

/** From here on a skill is more likely to fit than not. */
const FITS = 0.5;
/** Below the first ones none is looked at for whether it fits. */
const LOOKED_AT = 10;
const MAX_REASONS = 8;

/**
 * The skills to offer for a text, so that a model sees a few that matter and not all (S11). `among`: the names of those that
 * may be offered; all without it. `meaning`: vectors, where a model has made them; words alone without it. Pure.
 */
export function chooseSkills(
  index: KeywordIndex,
  text: string,
  topK: number,
  among?: ReadonlySet<string>,
  meaning?: Meaning,
): SkillChoice {
  const question = wordsOf(text);
  const near = meaning ? similarities(meaning) : new Map<string, number>();
  const weights = modelOfChoice(meaning?.question.model) ?? { rank: 0, fit: 0 };
  const isOffered = ({ name }: SkillWords): boolean => among?.has(name) ?? true;
  const byWords = index.rank(question).filter(({ skill }) => isOffered(skill));
  const ranked = rankBoth(byWords, index.skills.filter(isOffered), near, weights.rank);
  const chosen = ranked.slice(0, Math.max(topK, LOOKED_AT)).map((skill) => ({
    name: skill.name,
    score: Number(fitOf(question, skill, weights.fit * (near.get(skill.name) ?? 0)).toFixed(3)),
    reasons: reasonsOf(question, skill),
  }));
  return { fits: chosen.some(({ score }) => score >= FITS), skills: chosen.slice(0, topK) };
}

function reasonsOf(question: Words, { fields }: SkillWords): ChosenSkill['reasons'] {
  return FIELDS.flatMap((field) => {
    const words = [...question.keys()].filter((word) => !isConcept(word) && fields[field].has(word));
    return words.length > 0 ? [{ field, words: words.slice(0, MAX_REASONS) }] : [];
  });
}
