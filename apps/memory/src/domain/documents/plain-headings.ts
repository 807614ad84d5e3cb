import type { MarkedHeading } from './document-text';
import { linesOf } from './lines-of';

const MAX_HEADING_CHARS = 60;
const ENDS_A_SENTENCE = /[。.;；:：!！?？,，、]$/;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** Headings of a text that marks none: a short line by itself, no sentence, with text under it. */
export function plainHeadings(text: string): readonly MarkedHeading[] {
  const lines = linesOf(text);
  return lines.flatMap((line, i) => {
    const alone = (lines[i - 1]?.blank ?? true) && lines[i + 1]?.blank === true;
    const trimmed = line.text.trim();
    const isHeading =
      alone && trimmed.length <= MAX_HEADING_CHARS && SAYS_SOMETHING.test(trimmed) && !ENDS_A_SENTENCE.test(trimmed);
    const under = isHeading ? lines.slice(i + 1).find(({ blank }) => !blank) : undefined;
    return under !== undefined && under.text.trim().length > MAX_HEADING_CHARS
      ? [{ start: line.start, end: line.end, depth: 1 }]
      : [];
  });
}
