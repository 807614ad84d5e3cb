import type { EditRun } from './edit-terms';
import { AUXILIARIES, DETERMINERS, FRONTING, isQuestionWord, PREPOSITIONS } from './en-words';
import { spoken, type SpokenWord } from './spoken-words';

/** A noun phrase of a question, not a question of its own, has at most so many words: “how many armies”. */
const MAX_PHRASE = 4;
/** A start that was given up without an edit term is short: “Which is What is …”. */
const MAX_FALSE_START = 4;

/**
 * The sentence begun anew, or undefined when `right` is no beginning: “Who did, no, what did …”. Without a run: a false start that
 * nothing announces.
 */
export function restartOf(
  left: readonly SpokenWord[],
  right: readonly SpokenWord[],
  run: EditRun | undefined,
): string | undefined {
  if (!run) return falseStart(left);
  const last = left.at(-1);
  const asksAtStart =
    isQuestionWord(left[0]?.bare) ||
    AUXILIARIES.has(left[0]?.bare ?? '') ||
    PREPOSITIONS.has(left[0]?.bare ?? '') ||
    isQuestionWord(left[1]?.bare);
  if (!opensQuestion(right)) return asksAtStart && run.strong && asksInside(right) ? spoken(right) : undefined;
  if (!run.strong && !announces(left, right, run)) return undefined;
  if (last && isQuestionWord(last.bare) && left.length > 2) return spoken([...left.slice(0, -1), ...right]);
  if (isPhrase(right)) return inPlaceOfPhrase(left, right, asksAtStart);
  return spoken([...frontedOf(left), ...right]);
}

/** A weak edit term before a question: “no” and “or” must stand after a beginning of a question. */
function announces(left: readonly SpokenWord[], right: readonly SpokenWord[], run: EditRun): boolean {
  const begun = left.slice(frontedOf(left).length);
  if (!isQuestionWord(begun[0]?.bare) && !AUXILIARIES.has(begun[0]?.bare ?? ''))
    return run.terms[0] === 'no' && !run.fillersOnly && isQuestionWord(right[0]?.bare) && (right[0]?.capital ?? false);
  if (run.terms[0] === 'or') return run.terms.length > 1 || isDangling(begun);
  if (run.terms[0] === 'like' || run.terms[0] === 'rather' || run.terms[0] === 'specifically')
    return isDangling(begun) || run.terms[0] === 'rather';
  return true;
}

/** Breaks off after a word that needs another: “When did”, “What is the”. */
function isDangling(words: readonly SpokenWord[]): boolean {
  const last = words.at(-1)?.bare ?? '';
  return (
    AUXILIARIES.has(last) ||
    DETERMINERS.has(last) ||
    isQuestionWord(last) ||
    (words.length <= 2 && PREPOSITIONS.has(last))
  );
}

/** “what …”, “in which …”, “to whom …”. */
function opensQuestion(words: readonly SpokenWord[]): boolean {
  const [first, second] = words;
  if (first === undefined) return false;
  return isQuestionWord(first.bare) || (PREPOSITIONS.has(first.bare) && isQuestionWord(second?.bare));
}

/** “Imperialism is synonymous with what other term”: a question that keeps the order of a statement. */
function asksInside(words: readonly SpokenWord[]): boolean {
  const at = words.findIndex(({ bare }) => isQuestionWord(bare));
  return at > 2 && words.length > 4 && words.slice(1, at).some(({ bare }) => AUXILIARIES.has(bare));
}

const isPhrase = (words: readonly SpokenWord[]): boolean =>
  words.length <= MAX_PHRASE &&
  !words.some(({ bare }) => AUXILIARIES.has(bare)) &&
  (words.length === 1 ||
    /^(?:how (?:many|much)|which|what|whose|who besides)\b/.test(words.map(({ bare }) => bare).join(' ')));

/** “How many soldiers were in each, or rather how many armies”: the rest of the question stays. */
function inPlaceOfPhrase(left: readonly SpokenWord[], right: readonly SpokenWord[], asksAtStart: boolean): string {
  const mark = /[?!.]+$/.exec(right.at(-1)?.raw ?? '')?.[0] ?? '';
  const verb = left.findIndex(({ bare }, i) => i > 0 && AUXILIARIES.has(bare));
  if (!asksAtStart) return spoken([...left.slice(0, -1), ...right]);
  if (verb < 0 || right.length === 1 || verb >= left.length - 1) return spoken(right);
  const phrase = right.map((word) => ({ ...word, raw: word.raw.replace(/[?!.,]+$/, '') }));
  return `${spoken([...phrase, ...left.slice(verb)]).replace(/[ ,]+$/, '')}${mark}`;
}

/** “In U.S. states, why does or what happens …”: what was said before the question stays. */
function frontedOf(left: readonly SpokenWord[]): readonly SpokenWord[] {
  const comma = left.findLastIndex(({ raw }, i) => /,$/.test(raw) && isQuestionWord(left[i + 1]?.bare));
  return comma >= 0 && FRONTING.has(left[0]?.bare ?? '') ? left.slice(0, comma + 1) : [];
}

/** “What did Who did …”: a capital begins the question anew; “what gorge is … what gorge is …” repeats its beginning. */
function falseStart(words: readonly SpokenWord[]): string | undefined {
  if (!isQuestionWord(words[0]?.bare)) return undefined;
  for (let at = 1; at < words.length - 2; at++) {
    const word = words[at];
    if (!word || !isQuestionWord(word.bare) || /[,:;"“]$/.test(words[at - 1]?.raw ?? '') || /^["“'(]/.test(word.raw))
      continue;
    const capital = at <= MAX_FALSE_START && word.capital && isDangling(words.slice(0, at));
    const repeats = at > 1 && [0, 1, 2].every((i) => words[i]?.bare === words[at + i]?.bare);
    if (capital || repeats) return spoken(words.slice(at));
  }
  return undefined;
}
