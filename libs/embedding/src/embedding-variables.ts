import { allOrNone, env, envDurationMs, envInt, modelServerVariables, optional } from '@plinth/config';

const server = modelServerVariables(
  { url: 'PLINTH_EMBEDDINGS_URL', model: 'PLINTH_EMBEDDINGS_MODEL', key: 'PLINTH_EMBEDDINGS_KEY' },
  {
    url: 'Base URL of an OpenAI-compatible server of embeddings; without it memory makes its vectors itself, and skills are chosen by words.',
    model: 'The embedding model to ask for there.',
  },
);

/** One embedding model for all services that ask one. */
export const embeddingVariables = {
  embeddingsUrl: server.url,
  embeddingsModel: server.model,
  embeddingsDimensions: env(
    'PLINTH_EMBEDDINGS_DIMENSIONS',
    envInt(optional, { min: 1, max: 3_584 }),
    'Length of its vectors; an answer of another length is refused.',
  ),
  embeddingsKey: server.key,
  embeddingsTimeoutMs: env(
    'PLINTH_EMBEDDINGS_TIMEOUT',
    envDurationMs(20_000, { min: 100, max: 60_000 }),
    'How long the model may take for a batch of items or skills; no write and no call waits for it.',
  ),
  embeddingsQuestionTimeoutMs: env(
    'PLINTH_EMBEDDINGS_QUESTION_TIMEOUT',
    envDurationMs(150, { min: 10, max: 10_000 }),
    'How long a recall or a search of skills waits for the vector of its question; beyond it, it answers without.',
  ),
  embeddingsIntervalMs: env(
    'PLINTH_EMBEDDINGS_INTERVAL',
    envDurationMs(1_000, { min: 50, max: 3_600_000 }),
    'How often each replica looks for items and skills that wait for their vectors.',
  ),
};

/** A model, its server and its length are named together or not at all. */
export const embeddingRule = allOrNone({
  embeddingsUrl: 'PLINTH_EMBEDDINGS_URL',
  embeddingsModel: 'PLINTH_EMBEDDINGS_MODEL',
  embeddingsDimensions: 'PLINTH_EMBEDDINGS_DIMENSIONS',
});
