import { EDIT_RUN, readRun, type EditRun } from './edit-terms';
import {
  AUXILIARIES,
  DETERMINERS,
  FEELS_SORRY,
  FOLLOWS_NO,
  isNumeric,
  isQuestionWord,
  PREPOSITIONS,
  PRONOUNS,
  TAKES_NO,
} from './en-words';
import { reparandumOf } from './reparandum';
import { restartOf } from './restart';
import { spoken, spokenWords, type SpokenWord } from './spoken-words';

/** Self-repairs of one sentence that are followed, one after the other. */
const MAX_REPAIRS = 6;
const MAX_SENTENCE = 600;

/** What the speaker of one English sentence meant; the sentence itself when it holds no self-repair. */
export function repairedEnglish(sentence: string): string {
  if (sentence.length > MAX_SENTENCE) return sentence;
  let text = sentence;
  for (let round = 0; round < MAX_REPAIRS; round++) {
    const next = repairOnce(text);
    if (next === undefined || next === text) break;
    text = next;
  }
  return text === sentence ? sentence : matchingCase(text, sentence);
}

/** What opens a reply to somebody else's words: “No, actually …” corrects them, not its own beginning. */
const OPENERS =
  /^(?:no|nope|yes|yeah|yep|ok|okay|oh|well|actually|sorry|wait|hm+|um+|uh+|er+|so|and|but|right|please|hi|hello|hey|)$/;

function repairOnce(text: string): string | undefined {
  for (const match of text.matchAll(EDIT_RUN)) {
    const left = spokenWords(text.slice(0, match.index));
    const right = spokenWords(text.slice(match.index + match[0].length));
    if (right.length === 0 || left.every(({ bare }) => OPENERS.test(bare))) continue;
    const run = readRun(match[0]);
    const restart = restartOf(left, right, run);
    if (restart !== undefined) return restart;
    if (isRepair(left, right, run)) return substituted(left, right);
    if (run.fillersOnly && !/^(?:oh|well|yeah)$/.test(run.terms[0] ?? '')) return spoken([...left, ...right]);
  }
  return restartOf(spokenWords(text), [], undefined);
}

function substituted(left: readonly SpokenWord[], right: readonly SpokenWord[]): string {
  const repair = right.filter(
    ({ bare }, i) => !(i > 0 && i <= 5 && /^(?:rather|instead)$/.test(bare) && isClosed(right, i)),
  );
  const mark = /[?!.]+$/.exec(right.at(-1)?.raw ?? '')?.[0] ?? '';
  const { from, to } = reparandumOf(left, repair);
  const rest = left.slice(to);
  const bare =
    rest.length > 0
      ? repair.map((word, i) => (i === repair.length - 1 ? { ...word, raw: word.raw.replace(/[?!.,]+$/, '') } : word))
      : repair;
  const said = spoken([...left.slice(0, from), ...bare, ...rest]).replace(/[ ,]+$/, '');
  return /[?!.]$/.test(said) ? said : `${said}${mark}`;
}

/** “the Rhine rather?”, “the UK's government rather, helped”: closes the repair that an edit term opened. */
const isClosed = (right: readonly SpokenWord[], at: number): boolean =>
  at === right.length - 1 || /,$/.test(right[at]?.raw ?? '');

/** Whether the run takes something back. Words that are also plain English must be borne out by what stands around them. */
function isRepair(left: readonly SpokenWord[], right: readonly SpokenWord[], run: EditRun): boolean {
  const before = left.at(-1);
  const after = right[0];
  if (!before || !after) return false;
  const [term] = run.terms;
  if (/^(?:sorry|i'm sorry|i am sorry)$/.test(term ?? '') && run.terms.length === 1)
    return (
      !FEELS_SORRY.has(before.bare) &&
      !/'(?:m|re|s)$/.test(before.bare) &&
      !/^(?:for|about|that|to|if|i|but)$/.test(after.bare)
    );
  if (/^(?:what )?i mean/.test(term ?? '') && /^(?:what|that|do|if)$/.test(before.bare)) return false;
  if (/^make (?:that|it)$/.test(term ?? '') && run.terms.length === 1 && !run.betweenCommas)
    return !PRONOUNS.has(before.bare) && isParallel(before, after);
  if (run.strong || run.betweenCommas) return true;
  if (run.fillersOnly) return isParallel(before, after);
  if (term === 'no') return isNoOfRepair(left, right);
  if (term === 'or' || term === 'like' || term === 'wait' || term === 'specifically') return false;
  if (term === 'rather' && (after.bare === 'than' || /^(?:would|'d|.*'d|had|a|is|are|was|were|or)$/.test(before.bare)))
    return false;
  if (term === 'instead' && after.bare === 'of') return false;
  if (AUXILIARIES.has(before.bare) || PRONOUNS.has(before.bare)) return false;
  return isParallel(before, after) || opensPhrase(after) || (term === 'rather' && !before.bare.endsWith('ly'));
}

const opensPhrase = ({ bare }: SpokenWord): boolean => DETERMINERS.has(bare);

/** Two names, two numbers, or two words of one form stand beside each other: the second is for the first. */
function isParallel(before: SpokenWord, after: SpokenWord): boolean {
  if (isNumeric(before.bare) || isNumeric(after.bare)) return isNumeric(before.bare) && isNumeric(after.bare);
  if (before.capital && after.capital) return true;
  return (
    !after.capital &&
    !before.capital &&
    before.bare !== after.bare &&
    /(?:ss|s|ed|ing|al|ion)$/.exec(before.bare)?.[0] === /(?:ss|s|ed|ing|al|ion)$/.exec(after.bare)?.[0] &&
    /(?:s|ed|ing|al|ion)$/.test(after.bare)
  );
}

/** “no” between two phrases, not the determiner of “has no effect”. */
function isNoOfRepair(left: readonly SpokenWord[], right: readonly SpokenWord[]): boolean {
  const before = left.at(-1);
  const after = right[0];
  if (!before || !after || FOLLOWS_NO.has(after.bare)) return false;
  if (
    DETERMINERS.has(after.bare) ||
    PREPOSITIONS.has(after.bare) ||
    isQuestionWord(after.bare) ||
    AUXILIARIES.has(after.bare) ||
    after.bare === 'not'
  )
    return (
      !/^(?:say|says|said|saying|answer|answered|of|with|is|means)$/.test(before.bare) || isQuestionWord(after.bare)
    );
  if (TAKES_NO.has(before.bare)) return false;
  if (isParallel(before, after)) return true;
  const earlier = left.at(-2)?.bare ?? '';
  const beforeNoun = DETERMINERS.has(earlier) || PREPOSITIONS.has(earlier) || isQuestionWord(earlier);
  const nounPhrase =
    left.slice(-4, -1).some(({ bare }) => /^(?:the|a|an)$/.test(bare)) &&
    /(?:est|al|ive|ic|ous|ary|ed|an|first|last|most)$/.test(earlier);
  return beforeNoun || nounPhrase || after.capital;
}

/** The first letter as the sentence had it. */
function matchingCase(text: string, like: string): string {
  const head = /\p{L}/u.exec(like)?.[0] ?? '';
  return head !== head.toLowerCase() ? text.replace(/\p{L}/u, (letter) => letter.toUpperCase()) : text;
}
