/** Robertson & Zaragoza, “The Probabilistic Relevance Framework: BM25 and Beyond” (2009), §3.3; idf with +1 inside as in Lucene. */
const K1 = 1.2;
const B = 0.75;

/** Dimensions of the sparse vectors: pgvector's largest index. */
export const TERM_DIMENSIONS = 1_000_000_000;

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

/** What an item stores: saturated, length-normalised term weights; the query brings the idf, so that a growing lexicon changes no item. */
export function itemVector(counts: ReadonlyMap<string, number>, averageLength: number): SparseVector {
  const length = textLength(counts);
  const norm = K1 * (1 - B + (B * length) / (averageLength > 0 ? averageLength : length || 1));
  return byDimension([...counts].map(([term, count]) => [termDimension(term), (count * (K1 + 1)) / (count + norm)]));
}

/** How often a query has each dimension; the store multiplies by the tenant's idf. */
export function queryVector(counts: ReadonlyMap<string, number>): SparseVector {
  return byDimension([...counts].map(([term, count]) => [termDimension(term), count])).slice(0, 512);
}

function byDimension(pairs: (readonly [number, number])[]): SparseVector {
  const merged = new Map<number, number>();
  for (const [dimension, weight] of pairs) merged.set(dimension, (merged.get(dimension) ?? 0) + weight);
  return [...merged].sort(([a], [b]) => a - b);
}
