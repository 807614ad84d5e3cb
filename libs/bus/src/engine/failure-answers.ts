import { commandFailed, type Envelope, type TopicName } from '@plinth/contracts';
import { failureReply, type BusFailure } from './derive-replies';
import type { EngineOptions } from './engine-options';
import { isPermanent, type Patience } from './patience';

/** Tells the session that waits for a command that it will not be done, or its answer not be heard, however long the broker is away. */
export class FailureAnswers {
  constructor(
    private readonly options: Pick<EngineOptions, 'consumer' | 'clock' | 'log' | 'producer'>,
    private readonly patience: Patience,
  ) {}

  /** See `failureReply` for whom nobody tells. Throws EngineStopped. */
  async answer(cause: Envelope, topic: TopicName, failure: { code: BusFailure; message: string }): Promise<void> {
    const { consumer, clock, log, producer } = this.options;
    const answer = failureReply(cause, topic, failure, consumer, clock.now());
    if (!answer) return;
    try {
      await this.patience.insist(
        () => producer.send([answer]),
        (error) => log.warn({ err: error }, `${commandFailed.type} cannot be sent yet`),
        isPermanent,
      );
    } catch (error) {
      if (!isPermanent(error)) throw error;
      log.error({ err: error }, `${commandFailed.type} breaks its own contract; the sender will wait in vain`);
    }
  }
}
