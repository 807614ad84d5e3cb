import type { Frame } from './frame';

export type Groups = Readonly<Record<string, string | undefined>>;

/** One way of saying something about time. Patterns are global, with bounded quantifiers, for they run over whatever is sent. */
export interface WordRule {
  readonly pattern: RegExp;
  /** What the words say, or undefined where they turn out to say nothing. */
  readonly read: (groups: Groups, matched: string) => Frame | undefined;
  /** Says something only beside other words about time: the “7” of “tonight around 7”. */
  readonly weak?: true;
}

export interface Word {
  readonly start: number;
  readonly end: number;
  readonly frame: Frame;
  readonly weak: boolean;
}

export const rule = (pattern: string, read: WordRule['read'], weak?: true): WordRule => ({
  pattern: new RegExp(pattern, 'gi'),
  read,
  ...(weak ? { weak } : {}),
});

/** A text with more matches of one pattern than this is no request: the rest is left unread, so that a hostile text stays cheap. */
const MAX_MATCHES = 128;

/** The words about time in a text, leftmost first and there the longest, without overlaps; of equally long ones the rule named first. */
export function readWords(text: string, rules: readonly WordRule[]): Word[] {
  const found: Word[] = [];
  for (const { pattern, read, weak } of rules) {
    // `matchAll` would copy every pattern for every text; these are stateless between texts, for each run begins at 0.
    pattern.lastIndex = 0;
    for (let count = 0, match = pattern.exec(text); match && count < MAX_MATCHES; count++, match = pattern.exec(text)) {
      const frame = read(match.groups ?? {}, match[0]);
      if (frame) found.push({ start: match.index, end: match.index + match[0].length, frame, weak: weak === true });
      if (match[0] === '') pattern.lastIndex++;
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found.filter((word) => {
    if (word.start < end) return false;
    end = word.end;
    return true;
  });
}
