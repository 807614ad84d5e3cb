import type { ForgettingPolicy } from './forgetting-policy';

/** An item of which another says the same, perhaps. */
export interface Comparable {
  readonly id: string;
  readonly content: string;
  readonly confidence: number;
  readonly observedAtMs: number;
}

/** Two items of one kind and space; `cosine` of their vectors, null where one has none. */
export interface ItemPair {
  readonly one: Comparable;
  readonly other: Comparable;
  readonly cosine: number | null;
}

export interface Merge {
  readonly kept: string;
  readonly dropped: string;
}

/**
 * Which items say the same: near by their vectors, or by their letters where there is none (M19). What differs in a number, a name in
 * Latin letters or a negation says something else, however near. The surer of two stays, then the newer; nothing is dropped twice.
 */
export function mergesOf(pairs: readonly ItemPair[], { merge }: ForgettingPolicy): Merge[] {
  const dropped = new Set<string>();
  const merges: Merge[] = [];
  for (const { one, other, cosine } of pairs) {
    if (dropped.has(one.id) || dropped.has(other.id)) continue;
    const near = cosine === null ? commonLetters(one.content, other.content) >= merge.letters : cosine >= merge.cosine;
    if (!near || marksOf(one.content) !== marksOf(other.content)) continue;
    const [kept, gone] = isBefore(one, other) ? [one, other] : [other, one];
    dropped.add(gone.id);
    merges.push({ kept: kept.id, dropped: gone.id });
  }
  return merges;
}

/** The pairs of those without a vector that can be the same at all: of one group, with the same marks. */
export function looselySame(items: readonly (Comparable & { readonly group: string })[]): ItemPair[] {
  const groups = Map.groupBy(items, ({ group, content }) => JSON.stringify([group, marksOf(content)]));
  return [...groups.values()].flatMap((alike) =>
    alike.flatMap((one, i) => alike.slice(i + 1).map((other) => ({ one, other, cosine: null }))),
  );
}

function isBefore(a: Comparable, b: Comparable): boolean {
  if (a.confidence !== b.confidence) return a.confidence > b.confidence;
  if (a.observedAtMs !== b.observedAtMs) return a.observedAtMs > b.observedAtMs;
  return a.id < b.id;
}

const MARKS =
  /\d+|[a-z][a-z0-9@._-]*|[零一二两三四五六七八九十百千万亿]+|[不没无未非别莫]|[左右上下前后东南西北早晚男女大小多少]/gu;

/** What changes the meaning by itself, in order. */
function marksOf(content: string): string {
  return (folded(content).match(MARKS) ?? []).join(' ');
}

const folded = (content: string): string => content.normalize('NFKC').toLowerCase();

/** The share of common pairs of letters (Dice); 1 for the same. */
function commonLetters(a: string, b: string): number {
  const [one, other] = [pairsOf(a), pairsOf(b)];
  let common = 0;
  for (const pair of one) if (other.has(pair)) common++;
  const size = one.size + other.size;
  return size === 0 ? 0 : (2 * common) / size;
}

function pairsOf(content: string): ReadonlySet<string> {
  const text = folded(content).replace(/[^\p{L}\p{N}]+/gu, '');
  const pairs = new Set<string>();
  for (let i = 1; i < text.length; i++) pairs.add(text.slice(i - 1, i + 1));
  return pairs;
}
