import { embed, LOCAL_MODEL } from '../embedding/embed';
import { queryVector, type SparseVector } from '../terms/bm25';
import { termCounts } from '../terms/tokenise';
import { askedPeriods, type AskedAt } from './asked-periods';
import { readQuestion, topicOf, type Question } from './question';

/** A vector of a text, with the name of the model that made it; of length 1. */
export interface ModelVector {
  readonly model: string;
  readonly values: readonly number[];
}

/** What a text is searched by, in every arm. */
export interface RecallQuery {
  readonly question: Question;
  readonly terms: SparseVector;
  /** Absent when nothing could make one: the other arms answer. */
  readonly vector?: ModelVector;
}

/** Reads a question; `vector` when another model than the local one is used. */
export function recallQuery(text: string, at: AskedAt, vector?: ModelVector): RecallQuery {
  const topic = topicOf(text);
  const made = vector ?? localVector(topic);
  return {
    question: readQuestion(text, askedPeriods(text, at)),
    terms: queryVector(termCounts(topic)),
    ...(made ? { vector: made } : {}),
  };
}

/** The local embedder's; undefined for a text without a term. */
export function localVector(text: string): ModelVector | undefined {
  const values = [...embed(text)];
  return values.some((value) => value !== 0) ? { model: LOCAL_MODEL, values } : undefined;
}
