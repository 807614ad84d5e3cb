import { PermanentError, TransientError } from '@plinth/kernel';
import { counter, gauge, zero } from '@plinth/telemetry';

export type EmbeddingPurpose = 'question' | 'item';
const OUTCOMES = ['embedded', 'timeout', 'unavailable', 'refused', 'garbled', 'skipped'] as const;
type Outcome = (typeof OUTCOMES)[number];

export function zeroEmbeddingMetric(): void {
  zero('plinth_memory_embeddings_total', { purpose: ['question', 'item'], outcome: [...OUTCOMES] });
  zero('plinth_memory_embeddings_waiting', {});
}

export function countEmbedding(purpose: EmbeddingPurpose, outcome: Outcome, count = 1): void {
  counter('plinth_memory_embeddings_total').inc({ purpose, outcome }, count);
}

export function observeWaiting(count: number): void {
  gauge('plinth_memory_embeddings_waiting').set({}, count);
}

/** How a model failed; undefined for a bug, which is not to be hidden. */
export function failureOf(error: unknown): Outcome | undefined {
  if (!(error instanceof TransientError) && !(error instanceof PermanentError)) return undefined;
  return OUTCOMES.find((outcome) => error.code === `embeddings_${outcome}`);
}
