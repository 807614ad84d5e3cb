import { conceptsOf, termPrior } from '@plinth/terms';
import { isConcept, type SkillWords, type Words } from './skill-words';

/** How much of each the question has to cover to count; measured on “does any of these skills fit”. */
const WEIGHTS = { name: 1, description: 2, parameters: 0.3, shared: 0.03, han: 2 };
/** Where as many questions fit as do not, and how steeply that turns. */
const EVEN = 1.2;
const STEEPNESS = 2;
/** A synonym counts as half a word. */
const SYNONYM = 0.5;

/**
 * How likely a skill does what a question asks, 0…1: by what of the skill's own words the question covers, each by its rarity
 * in the language, so that it does not depend on which other skills there are. `meant`: what its vector adds to that.
 */
export function fitOf(question: Words, { fields }: SkillWords, meant = 0): number {
  const { name, about, parameters, hints } = fields;
  const described = new Map([...about, ...name]);
  const evidence =
    meant +
    WEIGHTS.name * covered(name, question) +
    WEIGHTS.description * covered(described, question) +
    WEIGHTS.parameters * covered(parameters, question) +
    WEIGHTS.shared * shared(question, name, [about, parameters, hints]) +
    WEIGHTS.han * spokenOf(question, [name, about, parameters, hints]);
  return 1 / (1 + Math.exp(-STEEPNESS * (evidence - EVEN)));
}

const HAN = /\p{Script=Han}/u;

/**
 * The share of a question's Chinese, by rarity, that the skill speaks of: most contracts are English with a few words of Chinese, of which
 * a short question names the right ones and not all.
 */
function spokenOf(question: Words, fields: readonly Words[]): number {
  let [had, all] = [0, 0];
  for (const word of question.keys()) {
    if (isConcept(word) || !HAN.test(word)) continue;
    const weight = termPrior(word);
    all += weight;
    if (fields.some((words) => words.has(word))) had += weight;
  }
  return all === 0 ? 0 : had / all;
}

/** The share of some words, by rarity, that a question has. */
function covered(words: Words, question: Words): number {
  let [had, all] = [0, 0];
  for (const word of words.keys()) {
    if (isConcept(word)) continue;
    const weight = termPrior(word);
    all += weight;
    if (question.has(word)) had += weight;
    else if (hasSynonym(word, question)) had += weight * SYNONYM;
  }
  return all === 0 ? 0 : had / all;
}

function hasSynonym(word: string, question: Words): boolean {
  return conceptsOf(word).some((concept) => question.has(`#${concept.name}`));
}

/** How much of the question the skill speaks of; twice for what stands in its name. */
function shared(question: Words, name: Words, others: readonly Words[]): number {
  let sum = 0;
  for (const word of question.keys()) {
    if (isConcept(word)) continue;
    if (name.has(word)) sum += 2 * termPrior(word);
    else if (others.some((words) => words.has(word))) sum += termPrior(word);
  }
  return sum;
}
