/** Where a long clause is best cut, best first: before an item, between paragraphs, lines, sentences, parts of one, words. Each ends after its match. */
const BREAKS: readonly RegExp[] = [
  /\n[ \t]{0,40}\n/g,
  /\n/g,
  /[。！？!?]["”』」）)]{0,2}|\.["”)]{0,2}(?=\s)/g,
  /[；;]/g,
  /[，,：:、]/g,
  /\s/g,
];

/**
 * Cuts of a text, all within `max` code units of each other, the last its end; every code unit is in exactly one piece. Prefers
 * `items` (offsets in the text), then paragraphs, lines, sentences, words, and never parts a surrogate pair.
 */
export function splitLong(text: string, max: number, items: readonly number[] = []): readonly string[] {
  if (text.length <= max) return [text];
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > max) {
    const end = cutAfter(text, start, max, items);
    pieces.push(text.slice(start, end));
    start = end;
  }
  pieces.push(text.slice(start));
  return withoutBlank(pieces);
}

function cutAfter(text: string, start: number, max: number, items: readonly number[]): number {
  // Pieces of about equal length read better than a full one and a rest.
  const wanted = Math.ceil((text.length - start) / Math.ceil((text.length - start) / max));
  const least = start + Math.floor(wanted / 2);
  const item = items.findLast((at) => at > least && at <= start + max);
  if (item !== undefined) return item;
  const window = text.slice(least, start + max);
  for (const pattern of BREAKS) {
    const ends = [...window.matchAll(pattern)].map((found) => least + found.index + found[0].length);
    const end = nearest(ends, start + wanted);
    if (end !== undefined) return end;
  }
  const end = start + max;
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end;
}

const nearest = (ends: readonly number[], wanted: number): number | undefined =>
  ends.reduce<number | undefined>(
    (best, end) => (best === undefined || Math.abs(end - wanted) < Math.abs(best - wanted) ? end : best),
    undefined,
  );

/** White space alone is no piece of its own: it goes to the one before. */
function withoutBlank(pieces: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let filled = false;
  for (const piece of pieces) {
    const isBlank = piece.trim() === '';
    if (kept.length > 0 && (isBlank || !filled)) kept[kept.length - 1] += piece;
    else kept.push(piece);
    filled ||= !isBlank;
  }
  return kept;
}
