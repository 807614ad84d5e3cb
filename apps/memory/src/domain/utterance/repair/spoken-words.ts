/** A word as it stands in the text, and bare: lower case, without the marks around it. */
export interface SpokenWord {
  readonly raw: string;
  readonly bare: string;
  readonly capital: boolean;
}

export function spokenWords(text: string): SpokenWord[] {
  return text.split(/\s+/).flatMap((raw) => {
    const core = raw.replace(/^[^\p{L}\p{N}$€£¥]+|[^\p{L}\p{N}%]+$/gu, '');
    return raw === '' ? [] : [{ raw, bare: core.toLowerCase().replaceAll('’', "'"), capital: /^\p{Lu}/u.test(core) }];
  });
}

export const spoken = (words: readonly SpokenWord[]): string => words.map(({ raw }) => raw).join(' ');

/** The last index below `before` whose word passes, at most `reach` words back; -1 when none does. */
export function lastIndexWithin(
  words: readonly SpokenWord[],
  reach: number,
  passes: (word: SpokenWord) => boolean,
): number {
  const at = words.findLastIndex(passes);
  return words.length - at <= reach ? at : -1;
}
