import { commandFailed, type Outgoing, type TopicName } from '@plinth/contracts';
import { PermanentError } from '@plinth/kernel';
import type { Span } from '@plinth/telemetry';
import { patternOf } from '../handlers';
import type { FetchedRecord } from '../transport';
import type { DecodedMessage } from '../wire/decode-record';
import { noteFailure } from './delivery-scope';
import { deriveReplies, failureReply, type BusFailure } from './derive-replies';
import type { EngineOptions } from './engine-options';
import { isExpired } from './expiry';
import { callHandler, type MessageFunction } from './handler-call';
import { isPermanent, type Patience } from './patience';
import { kindOf, type FailureKind } from './retry-policy';
import { Watchdog } from './watchdog';

/** A message that its handler could not handle within its tries. */
export interface GivenUp {
  readonly error: unknown;
  readonly kind: FailureKind;
  readonly tries: number;
}

/**
 * Takes one message through its handler: expiry, tries with back-off, replies. The replies are with the broker before it ends.
 * Whatever the handler throws, or whether it ever settles, ends here as a value; only EngineStopped is thrown.
 */
export class Handling {
  private readonly watchdog: Watchdog;

  constructor(
    private readonly options: EngineOptions,
    private readonly patience: Patience,
  ) {
    this.watchdog = new Watchdog(options.handlerTimeoutMs);
  }

  /** `maxTries` overrides the policy's: a replay tries once. */
  async run(
    record: FetchedRecord,
    message: DecodedMessage,
    span: Span,
    maxTries = this.options.retry.maxTries,
  ): Promise<'handled' | 'expired' | GivenUp> {
    const topic = record.topic as TopicName;
    const handler = this.options.handlers.get(patternOf(topic, message.definition.type));
    if (!handler) return { error: noHandler(topic, message), kind: 'permanent', tries: 0 };
    const firstTriedAtMs = this.options.clock.now();
    let tries = 0;
    for (let repetition = 0; ; repetition += 1) {
      this.patience.check();
      if (isExpired(message.definition, message.envelope, record.appendedAtMs, this.options.clock.now())) {
        await this.answerFailure(message, {
          code: 'expired',
          message: 'The budget was spent before the command could be run.',
        });
        return 'expired';
      }
      const failure = await this.tryOnce(handler, record, message, repetition + 1);
      if (!failure) return 'handled';
      const kind = kindOf(failure.error);
      const outage =
        kind === 'outage' && this.options.clock.now() - firstTriedAtMs < this.options.retry.outageToleranceMs;
      if (!outage) tries += 1;
      if (kind === 'permanent' || tries >= maxTries) return { error: failure.error, kind, tries };
      noteFailure(span, failure.error, false);
      this.options.log.warn(
        { err: failure.error, type: message.definition.type, attempt: repetition + 1 },
        'a delivery is tried again',
      );
      await this.patience.pause(repetition);
    }
  }

  /** Tells the sender of a command that it will not be done; see `failureReply` for whom nobody tells. */
  async answerFailure(
    message: Pick<DecodedMessage, 'envelope' | 'definition'>,
    failure: { code: BusFailure; message: string },
  ): Promise<void> {
    const { consumer, clock, log } = this.options;
    const answer = failureReply(message.envelope, message.definition, failure, consumer, clock.now());
    if (!answer) return;
    try {
      await this.patience.insist(
        () => this.send([answer]),
        (error) => log.warn({ err: error }, 'command.failed could not be sent'),
        isPermanent,
      );
    } catch (error) {
      if (!isPermanent(error)) throw error;
      log.error({ err: error }, `${commandFailed.type} breaks its own contract; the sender will wait in vain`);
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
      topic: record.topic as TopicName,
      appendedAtMs: record.appendedAtMs,
      attempt,
    };
    try {
      const result = await callHandler(handler, this.dataFor(attempt, record, message), delivered, bounds);
      await this.send(deriveReplies(message.envelope, result, consumer, clock.now()));
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

  private async send(messages: readonly Outgoing[]): Promise<void> {
    if (messages.length > 0) await this.options.producer.send(messages);
  }
}

const noHandler = (topic: string, { definition }: DecodedMessage) =>
  new PermanentError('no_handler', `nothing handles ${definition.type} on ${topic}`);
