import { AUXILIARIES, DETERMINERS, isNumeric, isQuestionWord, PREPOSITIONS } from './en-words';
import { lastIndexWithin, type SpokenWord } from './spoken-words';

/** How far back the start of what is taken back may stand, in words. */
const REACH = 8;

export interface Reparandum {
  readonly from: number;
  readonly to: number;
}

/**
 * The words of `left` that `right` takes the place of. A repair tends to repeat the word, or at least the class of word, with which
 * the part that it repairs begins (Levelt 1983, the well-formedness rule); where it does not, it replaces the last word or name.
 */
export function reparandumOf(left: readonly SpokenWord[], right: readonly SpokenWord[]): Reparandum {
  const [first] = right;
  const end = left.length;
  if (!first) return { from: end, to: end };
  const inside = alignedInside(left, right);
  if (inside) return inside;
  const same = lastIndexWithin(left, REACH, ({ bare }) => bare === first.bare);
  if (same >= 0) return { from: same, to: end };
  const alike = lastIndexWithin(left, REACH, ({ bare }) => sameClass(bare, first.bare));
  if (alike > 0 && (right.length > 1 || alike === end - 1)) return { from: alike, to: end };
  return { from: bareStart(left, right), to: end };
}

/** A short repair at the end may repair a part inside: “increased in number …, no, decreased”. */
function alignedInside(left: readonly SpokenWord[], right: readonly SpokenWord[]): Reparandum | undefined {
  const first = right[0];
  const last = right.at(-1);
  if (!first || !last || right.length > 4 || right.length >= left.length) return undefined;
  if (right.length > 1) {
    const to = left.findLastIndex(({ bare }) => bare === last.bare);
    if (to > 0 && to < left.length - 1) {
      const head = left.slice(0, to);
      const same = lastIndexWithin(head, 6, ({ bare }) => bare === first.bare || sameClass(bare, first.bare));
      return { from: same > 0 ? same : Math.max(1, to - right.length + 1), to: to + 1 };
    }
    return undefined;
  }
  const twin = left.findLastIndex(({ bare }, i) => i > 0 && bare.length > 4 && likeness(bare, first.bare) >= 5);
  return twin > 0 && twin < left.length - 1 ? { from: twin, to: twin + 1 } : undefined;
}

/** Letters that two words share at their ends, which tells two forms of one kind: “increased”, “decreased”. */
function likeness(a: string, b: string): number {
  let n = 0;
  while (n < a.length && n < b.length && a.at(-1 - n) === b.at(-1 - n)) n++;
  return n;
}

function sameClass(a: string, b: string): boolean {
  if (isNumeric(b)) return isNumeric(a);
  return [DETERMINERS, AUXILIARIES, PREPOSITIONS].some((of) => of.has(a) && of.has(b));
}

/** Without a word in common the repair replaces the last word, the last name, or the last verb of the same form. */
function bareStart(left: readonly SpokenWord[], right: readonly SpokenWord[]): number {
  const end = left.length;
  const first = right[0];
  const last = left[end - 1];
  if (!first || !last) return end;
  const again = right.slice(1, 4).findIndex(({ bare }) => bare === last.bare);
  if (again >= 0 && end - 2 - again > 0) return end - 2 - again;
  if (last.capital && first.capital) return nameStart(left, right);
  const form = /(?:ed|ing)$/.exec(first.bare)?.[0];
  const twin = form && !last.bare.endsWith(form) ? lastIndexWithin(left, 6, ({ bare }) => bare.endsWith(form)) : -1;
  if (twin > 0) return twin;
  return end - 1;
}

function nameStart(left: readonly SpokenWord[], right: readonly SpokenWord[]): number {
  const joined = /^(?:and|or|&)$/;
  const both = right[1] !== undefined && joined.test(right[1].bare);
  let from = left.length - 1;
  for (let i = from - 1; i > 0; i--) {
    const word = left[i];
    if (!word || isQuestionWord(word.bare)) break;
    if (word.capital && !/[,;:]$/.test(word.raw)) from = i;
    else if (!(both && joined.test(word.bare))) break;
  }
  return from;
}
