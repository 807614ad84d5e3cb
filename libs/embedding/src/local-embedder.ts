import { embed, LOCAL_MODEL } from '@plinth/terms';
import { Embedder } from './embedder';

/** The deterministic vectors of `@plinth/terms`, for what is not embedded as it is written: items of before a change of model. */
export class LocalEmbedder extends Embedder {
  readonly model = LOCAL_MODEL;

  embed(texts: readonly string[]): Promise<readonly (readonly number[])[]> {
    return Promise.resolve(texts.map((text) => [...embed(text)]));
  }
}
