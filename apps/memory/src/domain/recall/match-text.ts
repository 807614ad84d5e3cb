import type { Needle } from './question';

/** Robertson & Zaragoza 2009, §3.3, as in `@plinth/terms`; lengths in terms, the pivot is that of a sentence or two. */
const K1 = 1.2;
const B = 0.5;
const PIVOT = 80;
/** Occurrences beyond these no longer count. */
const MOST = 4;

/** How often each needle stands in a text, in the order of the needles. */
export function countNeedles(text: string, needles: readonly Needle[]): number[] {
  const folded = text.toLowerCase();
  return needles.map(({ text: needle }) => occurrences(folded, needle));
}

/** The share of the best possible score, 0…1; `rarity` weighs each needle by how few of the candidates have it. */
export function matchScore(
  counts: readonly number[],
  needles: readonly Needle[],
  rarity: readonly number[],
  length: number,
): number {
  const norm = K1 * (1 - B + (B * length) / PIVOT);
  let score = 0;
  let best = 0;
  needles.forEach(({ weight }, i) => {
    const count = counts[i] ?? 0;
    best += weight * (K1 + 1);
    if (count > 0) score += (weight * (rarity[i] ?? 1) * count * (K1 + 1)) / (count + norm);
  });
  return best === 0 ? 0 : score / best;
}

/** About how many terms a text has: of Chinese one and a half a character, else one in six letters and a half. */
export function lengthInTerms(text: string): number {
  let han = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x2e80) han++;
  return han * 1.6 + (text.length - han) / 8;
}

/** Chinese stands anywhere; a word begins where no letter or digit goes before, and only a stem of three letters may go on. */
function occurrences(text: string, needle: string): number {
  const isHan = needle.charCodeAt(0) >= 0x2e80;
  const opens = /^[a-z]{3,}$/.test(needle);
  let found = 0;
  for (let at = text.indexOf(needle); at >= 0 && found < MOST; at = text.indexOf(needle, at + needle.length)) {
    if (isHan || (!isWord(text, at - 1) && (opens || !isWord(text, at + needle.length)))) found++;
  }
  return found;
}

function isWord(text: string, at: number): boolean {
  const unit = at < 0 || at >= text.length ? 32 : text.charCodeAt(at);
  return (unit >= 48 && unit <= 57) || (unit >= 97 && unit <= 122);
}
