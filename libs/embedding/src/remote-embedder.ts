import { modelServerOf, type ConfigValues } from '@plinth/config';
import type { Embedder } from './embedder';
import type { embeddingVariables } from './embedding-variables';
import { OpenAiEmbedder } from './openai-embedder';

type Named = 'embeddingsUrl' | 'embeddingsModel' | 'embeddingsDimensions' | 'embeddingsKey';

/** Asks the model that the variables name; undefined when they name none. */
export function remoteEmbedder(config: Pick<ConfigValues<typeof embeddingVariables>, Named>): Embedder | undefined {
  const { embeddingsDimensions: dimensions } = config;
  const server = modelServerOf(config.embeddingsUrl, config.embeddingsModel, config.embeddingsKey);
  return server && dimensions !== undefined ? new OpenAiEmbedder({ ...server, dimensions }) : undefined;
}
