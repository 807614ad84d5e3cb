import { EMBEDDING_OUTCOMES, type EmbeddingOutcome } from '@plinth/embedding';
import { counter, gauge, zero } from '@plinth/telemetry';

export type EmbeddingPurpose = 'question' | 'item';

export function zeroEmbeddingMetric(): void {
  zero('plinth_memory_embeddings_total', { purpose: ['question', 'item'], outcome: [...EMBEDDING_OUTCOMES] });
  zero('plinth_memory_embeddings_waiting', {});
}

export function countEmbedding(purpose: EmbeddingPurpose, outcome: EmbeddingOutcome, count = 1): void {
  counter('plinth_memory_embeddings_total').inc({ purpose, outcome }, count);
}

export function observeWaiting(count: number): void {
  gauge('plinth_memory_embeddings_waiting').set({}, count);
}
