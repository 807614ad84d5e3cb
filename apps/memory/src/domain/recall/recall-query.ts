import { embed, LOCAL_MODEL, queryVector, type ModelVector, type SparseVector, termCounts } from '@plinth/terms';
import { askedPeriods, type AskedAt } from './asked-periods';
import { readQuestion, topicOf, type Question } from './question';

/** What a text is searched by, in every arm. */
export interface RecallQuery {
  readonly question: Question;
  readonly terms: SparseVector;
  /** Absent when nothing could make one: the other arms answer. */
  readonly vector?: ModelVector;
}

/** Reads a question, with the local embedder's vector. */
export function recallQuery(text: string, at: AskedAt): RecallQuery {
  const topic = topicOf(text);
  const vector = localVector(topic);
  return {
    question: readQuestion(text, askedPeriods(text, at)),
    terms: queryVector(termCounts(topic)),
    ...(vector ? { vector } : {}),
  };
}

/** With the vector of another model than the local one, or, where none could be had, without any: vectors of two models tell nothing of each other. */
export function queryEmbedded({ question, terms }: RecallQuery, vector: ModelVector | undefined): RecallQuery {
  return { question, terms, ...(vector ? { vector } : {}) };
}

/** The local embedder's; undefined for a text without a term. */
export function localVector(text: string): ModelVector | undefined {
  const values = [...embed(text)];
  return values.some((value) => value !== 0) ? { model: LOCAL_MODEL, values } : undefined;
}
