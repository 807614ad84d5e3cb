/** What a text is: models that were trained for search treat questions and what answers them unlike. */
export type TextRole = 'query' | 'passage';

/** Makes vectors of texts. */
export abstract class Embedder {
  /** Names the model and the length of its vectors: vectors of another name are never compared with these. */
  abstract readonly model: string;
  /**
   * One vector a text, in their order, of length 1 unless nothing is known of a text. Throws TransientError (`embeddings_timeout`,
   * `embeddings_unavailable`) for what may pass, PermanentError for texts that the model refuses (`embeddings_refused`) and for an answer
   * that cannot be used (`embeddings_garbled`).
   */
  abstract embed(texts: readonly string[], role: TextRole, timeoutMs: number): Promise<readonly (readonly number[])[]>;
}
