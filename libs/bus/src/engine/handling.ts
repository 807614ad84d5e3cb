import { PermanentError } from '@plinth/kernel';
import type { Span } from '@plinth/telemetry';
import { patternOf } from '../handlers';
import type { FetchedRecord } from '../transport';
import type { DecodedMessage } from '../wire/decode-record';
import { topicOf } from '../wire/topic-of';
import { noteFailure } from './delivery-scope';
import { deriveReplies } from './derive-replies';
import type { EngineOptions } from './engine-options';
import { isExpired } from './expiry';
import { callHandler, type MessageFunction } from './handler-call';
import type { FailureAnswers } from './failure-answers';
import type { Patience } from './patience';
import { kindOf, type FailureKind, type RetryPolicy } from './retry-policy';
import { Watchdog } from './watchdog';

/** A message that its handler could not handle within its tries. */
export interface GivenUp {
  readonly error: unknown;
  readonly kind: FailureKind;
  readonly tries: number;
}

type TryBounds = Pick<RetryPolicy, 'maxTries' | 'outageToleranceMs'>;
/** For replays: an operator, not the clock, decides about the next try. */
export const ONCE: TryBounds = { maxTries: 1, outageToleranceMs: 0 };

/**
 * Takes one message through its handler: expiry, tries with back-off, replies. The replies are with the broker before it ends.
 * Whatever the handler throws, or whether it ever settles, ends here as a value; only EngineStopped is thrown.
 */
export class Handling {
  private readonly watchdog: Watchdog;

  constructor(
    private readonly options: EngineOptions,
    private readonly patience: Patience,
    private readonly failures: FailureAnswers,
  ) {
    this.watchdog = new Watchdog(options.handlerTimeoutMs);
  }

  /** `bounds` overrides the policy's: see ONCE. */
  async run(
    record: FetchedRecord,
    message: DecodedMessage,
    span: Span,
    bounds: TryBounds = this.options.retry,
  ): Promise<'handled' | 'expired' | GivenUp> {
    const topic = topicOf(record);
    const handler = this.options.handlers.get(patternOf(topic, message.definition.type));
    if (!handler) return { error: noHandler(topic, message), kind: 'permanent', tries: 0 };
    const firstTriedAtMs = this.options.clock.now();
    let tries = 0;
    for (let repetition = 0; ; repetition += 1) {
      this.patience.check();
      if (isExpired(message.definition, message.envelope, record.appendedAtMs, this.options.clock.now())) {
        await this.failures.answer(message.envelope, topic, EXPIRED);
        return 'expired';
      }
      const failure = await this.tryOnce(handler, record, message, repetition + 1);
      if (!failure) return 'handled';
      const kind = kindOf(failure.error);
      const outage = kind === 'outage' && this.options.clock.now() - firstTriedAtMs < bounds.outageToleranceMs;
      if (!outage) tries += 1;
      if (kind === 'permanent' || tries >= bounds.maxTries) return { error: failure.error, kind, tries };
      noteFailure(span, failure.error, false);
      this.options.log.warn(
        { err: failure.error, type: message.definition.type, attempt: repetition + 1 },
        'a delivery is tried again',
      );
      await this.patience.pause(repetition);
    }
  }

  private async tryOnce(
    handler: MessageFunction,
    record: FetchedRecord,
    message: DecodedMessage,
    attempt: number,
  ): Promise<{ readonly error: unknown } | undefined> {
    const { clock, consumer, handlerTimeoutMs: timeoutMs } = this.options;
    const bounds = { clock, watchdog: this.watchdog, timeoutMs, stopping: this.patience.stopping };
    const delivered = {
      envelope: message.envelope,
      topic: topicOf(record),
      appendedAtMs: record.appendedAtMs,
      attempt,
    };
    try {
      const result = await callHandler(handler, this.dataFor(attempt, record, message), delivered, bounds);
      const replies = deriveReplies(message.envelope, result, consumer, clock.now());
      if (replies.length > 0) await this.options.producer.send(replies);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  /** A handler may have altered what it was given: a repetition gets it fresh. */
  private dataFor(attempt: number, record: FetchedRecord, message: DecodedMessage): unknown {
    if (attempt === 1) return message.data;
    const again = this.options.decode(record);
    return again.kind === 'message' ? again.data : message.data;
  }
}

const EXPIRED = { code: 'expired', message: 'The budget was spent before the command could be run.' } as const;

const noHandler = (topic: string, { definition }: DecodedMessage) =>
  new PermanentError('no_handler', `nothing handles ${definition.type} on ${topic}`);
