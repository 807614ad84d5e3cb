import { termPrior } from './term-prior';

/**
 * Robertson & Zaragoza, “The Probabilistic Relevance Framework: BM25 and Beyond” (2009), §3.3. The pivot of the length normalisation is
 * fixed, that of a sentence or two, and the rarity of a term is the language's (tools/adr/0009): nothing that is stored moves a score.
 */
const K1 = 1.2;
const B = 0.5;
const PIVOT_TERMS = 80;

/** Dimensions of the sparse vectors: pgvector's largest index. */
export const TERM_DIMENSIONS = 1_000_000_000;

/** A question of more terms is searched by the rarest. */
const MAX_QUERY_TERMS = 96;

/** A weight per dimension, dimensions from 1, ascending. */
export type SparseVector = readonly (readonly [dimension: number, weight: number])[];

/** FNV-1a (32 bit) of the UTF-16 code units, folded into 1…10⁹; a collision of two terms only blurs a score. */
export function termDimension(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) {
    const unit = term.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return ((hash >>> 0) % TERM_DIMENSIONS) + 1;
}

export const textLength = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** What an item stores: saturated, length-normalised term weights. */
export function itemVector(counts: ReadonlyMap<string, number>): SparseVector {
  const norm = K1 * (1 - B + (B * textLength(counts)) / PIVOT_TERMS);
  return byDimension([...counts].map(([term, count]) => [termDimension(term), (count * (K1 + 1)) / (count + norm)]));
}

/** What a question asks with: how often it has each term, by the rarity of the term in the language. */
export function queryVector(counts: ReadonlyMap<string, number>): SparseVector {
  const weighed = [...counts].map(([term, count]) => [termDimension(term), count * termPrior(term)] as const);
  return byDimension(weighed.toSorted(([, a], [, b]) => b - a).slice(0, MAX_QUERY_TERMS));
}

/** As pgvector reads a sparse vector; weights to four digits. */
export const sparseLiteral = (vector: SparseVector): string =>
  `{${vector.map(([dimension, weight]) => `${dimension}:${Number(weight.toPrecision(4))}`).join(',')}}/${TERM_DIMENSIONS}`;

function byDimension(pairs: readonly (readonly [number, number])[]): SparseVector {
  const merged = new Map<number, number>();
  for (const [dimension, weight] of pairs) merged.set(dimension, (merged.get(dimension) ?? 0) + weight);
  return [...merged].sort(([a], [b]) => a - b);
}
