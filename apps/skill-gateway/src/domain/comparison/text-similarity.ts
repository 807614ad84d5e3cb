/** What is longer is compared by its beginning. */
const MAX_COMPARED = 10_000;

/**
 * How alike two texts are, 0 … 1: Dice's coefficient over the pairs of neighbouring characters, each as often as it occurs.
 * Width, case, spaces and punctuation count for nothing, so it serves Chinese, which has no spaces, as it serves English.
 */
export function textSimilarity(a: string, b: string): number {
  const left = normalised(a);
  const right = normalised(b);
  if (left.join('') === right.join('')) return 1;
  const unmatched = new Map<string, number>();
  for (const pair of pairsOf(left)) unmatched.set(pair, (unmatched.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of pairsOf(right)) {
    const times = unmatched.get(pair) ?? 0;
    if (times === 0) continue;
    unmatched.set(pair, times - 1);
    shared += 1;
  }
  const total = Math.max(0, left.length - 1) + Math.max(0, right.length - 1);
  return total === 0 ? 0 : (2 * shared) / total;
}

function normalised(text: string): readonly string[] {
  const compared = text.slice(0, MAX_COMPARED).normalize('NFKC').toLowerCase();
  return Array.from(compared.replace(/[\s\p{P}]/gu, ''));
}

function pairsOf(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
}
