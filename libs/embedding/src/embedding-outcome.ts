import { PermanentError, TransientError } from '@plinth/kernel';

/** How asking a model ended; `skipped`: it was not asked, since it had failed and was given a rest. */
export const EMBEDDING_OUTCOMES = ['embedded', 'timeout', 'unavailable', 'refused', 'garbled', 'skipped'] as const;
export type EmbeddingOutcome = (typeof EMBEDDING_OUTCOMES)[number];

/** How a model failed; undefined for a bug, which is not to be hidden. */
export function failureOf(error: unknown): EmbeddingOutcome | undefined {
  if (!(error instanceof TransientError) && !(error instanceof PermanentError)) return undefined;
  return EMBEDDING_OUTCOMES.find((outcome) => error.code === `embeddings_${outcome}`);
}
