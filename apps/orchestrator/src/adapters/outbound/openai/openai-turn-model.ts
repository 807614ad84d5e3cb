import { PermanentError, TransientError, type Clock } from '@plinth/kernel';
import { SpanKind, setSpanAttributes, withSpan } from '@plinth/telemetry';
import OpenAI, { APIError } from 'openai';
import { TurnModel, type ModelText, type Prompt } from '../../../ports/turn-model';
import { readCompletion } from './read-completion';

export interface OpenAiOptions {
  /** Base URL of an OpenAI-compatible server, with its `/v1`. */
  readonly url: string;
  readonly model: string;
  readonly apiKey?: string;
  /** For one answer, all tries together. */
  readonly timeoutMs: number;
}

/** Any OpenAI-compatible server, by chat completions without streaming. */
export class OpenAiTurnModel extends TurnModel {
  private readonly client: OpenAI;

  constructor(
    private readonly options: OpenAiOptions,
    private readonly clock: Clock,
  ) {
    super();
    const { url, apiKey, timeoutMs } = options;
    this.client = new OpenAI({ baseURL: url, apiKey: apiKey ?? 'none', timeout: timeoutMs, maxRetries: 1 });
  }

  answer({ messages, max_output_tokens }: Prompt): Promise<ModelText> {
    const { model } = this.options;
    const attributes = {
      genAiOperation: 'chat',
      genAiProvider: 'openai',
      genAiRequestModel: model,
      genAiRequestMaxTokens: max_output_tokens,
    };
    return withSpan(`chat ${model}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      const startedAt = this.clock.now();
      const completion = await this.complete(messages, max_output_tokens);
      const duration_ms = Math.max(0, this.clock.now() - startedAt);
      const answer: ModelText = { ...readCompletion(completion, model), duration_ms };
      setSpanAttributes(span, {
        genAiResponseModel: answer.model,
        genAiInputTokens: answer.input_tokens,
        genAiOutputTokens: answer.output_tokens,
      });
      return answer;
    });
  }

  /** The deadline holds for all tries together. */
  private async complete(messages: Prompt['messages'], maxTokens: number): Promise<unknown> {
    const deadline = AbortSignal.timeout(this.options.timeoutMs);
    const body = { model: this.options.model, messages: [...messages], max_tokens: maxTokens };
    try {
      return await this.client.chat.completions.create(body, { signal: deadline });
    } catch (error) {
      if (deadline.aborted) throw new TransientError('model_timeout', 'the model took too long');
      throw translated(error);
    }
  }
}

/** A refused request is refused again; everything else may pass. The text of the server may quote the prompt, so it is not kept. */
function translated(error: unknown): unknown {
  if (error instanceof SyntaxError) return new PermanentError('model_garbled', 'the model answered no JSON');
  if (!(error instanceof APIError)) return error;
  const status: unknown = error.status;
  if (typeof status !== 'number') return new TransientError('model_unavailable', 'the model could not be reached');
  const passing = status >= 500 || status === 408 || status === 409 || status === 429;
  const message = `the model answered with status ${status}`;
  return passing ? new TransientError('model_unavailable', message) : new PermanentError('model_refused', message);
}
