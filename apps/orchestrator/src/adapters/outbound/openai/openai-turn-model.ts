import { MAX_TEXT_BYTES } from '@plinth/contracts';
import { PermanentError, TransientError, type Clock } from '@plinth/kernel';
import { SpanKind, setSpanAttributes, withSpan } from '@plinth/telemetry';
import OpenAI, { APIError } from 'openai';
import { TurnModel, type ModelText, type Prompt } from '../../../ports/turn-model';

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
      const answer: ModelText = {
        text: storable(completion.choices[0]?.message.content ?? ''),
        model: completion.model,
        input_tokens: completion.usage?.prompt_tokens ?? 0,
        output_tokens: completion.usage?.completion_tokens ?? 0,
        duration_ms: Math.max(0, this.clock.now() - startedAt),
      };
      setSpanAttributes(span, {
        genAiResponseModel: answer.model,
        genAiInputTokens: answer.input_tokens,
        genAiOutputTokens: answer.output_tokens,
      });
      if (answer.text.trim() === '') throw new PermanentError('model_refused', 'the model answered nothing');
      return answer;
    });
  }

  /** The deadline holds for all tries together. */
  private async complete(messages: Prompt['messages'], maxTokens: number) {
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

/** At most as long as a reply may be, so that the answer fits into a message, and without what no store takes. */
const storable = (text: string): string => text.slice(0, MAX_TEXT_BYTES).toWellFormed().replaceAll('\u0000', '');

/** A refused request is refused again; everything else may pass. The text of the server may quote the prompt, so it is not kept. */
function translated(error: unknown): unknown {
  if (!(error instanceof APIError)) return error;
  const status: unknown = error.status;
  if (typeof status !== 'number') return new TransientError('model_unavailable', 'the model could not be reached');
  const passing = status >= 500 || status === 408 || status === 409 || status === 429;
  const message = `the model answered with status ${status}`;
  return passing ? new TransientError('model_unavailable', message) : new PermanentError('model_refused', message);
}
