import { stemmer } from 'stemmer';
import { termDimension } from './bm25';
import { termCounts } from './tokenise';
import { termPrior } from './term-prior';
import { CONCEPTS } from './concepts';

/** The local embedder's name and length: vectors of another name are never compared with its own. */
export const LOCAL_MODEL = 'plinth-local-1';
export const LOCAL_DIMENSIONS = 384;

/** What a term, its concept and the broader concept add, and a piece of a word that is in no dictionary. */
const WEIGHTS = { term: 1, concept: 1.2, broader: 0.5, piece: 0.5 };

interface Concept {
  readonly name: string;
  readonly broader?: string;
  /** By how rare its words are in the language: “like” says less than “yoga”. */
  readonly weight: number;
}

const byWord = new Map<string, Concept[]>();
for (const line of CONCEPTS.trim().split('\n')) {
  const [head = '', words = ''] = line.split(':', 2);
  const [name = '', broader] = head.split('<').map((part) => part.trim());
  const keys = words
    .split(/[\s|]+/)
    .filter(Boolean)
    .map((word) => (/^[a-z]+$/.test(word) ? stemmer(word) : word));
  const weight = keys.reduce((sum, key) => sum + Math.sqrt(termPrior(key)), 0) / keys.length;
  const concept: Concept = broader === undefined ? { name, weight } : { name, broader, weight };
  for (const key of keys) {
    byWord.set(key, [...(byWord.get(key) ?? []), concept]);
  }
}

/** The concepts that a term of `termCounts` stands for. */
export const conceptsOf = (term: string): readonly Concept[] => byWord.get(term) ?? [];

/**
 * A deterministic vector of a text, made on the spot: terms, concepts of the thesaurus (which join synonyms and both languages) and pieces
 * of words, each hashed with a sign into its place (feature hashing, Weinberger et al. 2009), of length 1; all zero for a text without terms.
 */
export function embed(text: string): Float32Array {
  const vector = new Float32Array(LOCAL_DIMENSIONS);
  const concepts = new Map<string, number>();
  for (const [term, count] of termCounts(text)) {
    const weight = Math.sqrt(count) * Math.sqrt(termPrior(term));
    add(vector, term, weight * WEIGHTS.term);
    for (const concept of conceptsOf(term)) {
      concepts.set(concept.name, Math.max(concepts.get(concept.name) ?? 0, WEIGHTS.concept * concept.weight));
      if (concept.broader !== undefined)
        concepts.set(concept.broader, Math.max(concepts.get(concept.broader) ?? 0, WEIGHTS.broader * concept.weight));
    }
    if (/^[a-z]{5,}$/.test(term))
      for (let i = 0; i + 4 <= term.length; i++) add(vector, `~${term.slice(i, i + 4)}`, WEIGHTS.piece);
  }
  for (const [name, weight] of concepts) add(vector, `#${name}`, weight);
  return normalised(vector);
}

/** Of two vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function add(vector: Float32Array, feature: string, weight: number): void {
  const hash = termDimension(feature);
  const place = hash % LOCAL_DIMENSIONS;
  const sign = Math.imul(hash, 0x9e3779b1) >>> 31 === 0 ? 1 : -1;
  vector[place] = (vector[place] ?? 0) + sign * weight;
}

function normalised(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return sum === 0 ? vector : vector.map((value) => value / Math.sqrt(sum));
}
