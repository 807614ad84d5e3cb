import { segmenter } from '@plinth/terms';

/** A word of a text with its part of speech, as the dictionary tags it: `nr` a person's name, `ns` a place, `x` an unknown word. */
export interface Word {
  readonly text: string;
  readonly tag: string;
  readonly start: number;
  readonly end: number;
}

const HAN = /\p{Script=Han}/u;
/** A longer text is no request; its words beyond this are left unread. */
const MAX_LENGTH = 4_000;

/** The words of a text; none of a text without Han characters. Taken apart once, at the first call. */
export function wordsOf(text: string): () => readonly Word[] {
  let words: readonly Word[] | undefined;
  return () => (words ??= HAN.test(text) ? split(text.slice(0, MAX_LENGTH)) : []);
}

function split(text: string): Word[] {
  let start = 0;
  return segmenter()
    .tag(text.toWellFormed(), true)
    .map(({ word, tag }) => {
      const end = start + word.length;
      const found = { text: word, tag, start, end };
      start = end;
      return found;
    });
}
