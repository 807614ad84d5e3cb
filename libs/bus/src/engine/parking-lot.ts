import { commandFailed } from '@plinth/contracts';
import { errorBodyOf, type ErrorBody } from '@plinth/kernel';
import { deadLetterOf } from '../parking/dead-letter';
import { ParkedKeys } from '../parking/parked-keys';
import { parkedMessageOf, parkingKeyOf } from '../parking/parked-message';
import type { FetchedRecord } from '../transport';
import type { DecodedRecord } from '../wire/decode-record';
import { topicOf } from '../wire/topic-of';
import type { EngineOptions } from './engine-options';
import type { FailureAnswers } from './failure-answers';
import type { GivenUp } from './handling';
import { EngineStopped, isPermanent, type Patience } from './patience';

/**
 * Where a delivery goes that cannot be handled: the store first, then the copy, then the answer (B2). Owns what this process
 * knows of parked keys. Every step is repeated while what it needs is away (B5); only EngineStopped is thrown.
 */
export class ParkingLot {
  private readonly parked: ParkedKeys;
  /** Set while the parked keys are being read. */
  private loading: Promise<void> | undefined;

  constructor(
    private readonly options: EngineOptions,
    private readonly patience: Patience,
    private readonly failures: FailureAnswers,
  ) {
    this.parked = new ParkedKeys(options.parking, options.consumer);
  }

  /** Pending while the parked keys are being read: no record may be delivered before. */
  get known(): Promise<void> | undefined {
    return this.loading;
  }

  /** Reads the parked keys anew; resolves when they are known, or when the engine stops. */
  load(): Promise<void> {
    const loading = (this.loading ?? Promise.resolve())
      .then(() => this.readKeys())
      .then(() => {
        if (this.loading === loading) this.loading = undefined;
      });
    this.loading = loading;
    return loading;
  }

  /** Parks a message whose turn is parked, and answers whether it is. What tells a session of a failure never follows: it ends the wait. */
  async follow(record: FetchedRecord, decoded: DecodedRecord): Promise<boolean> {
    if (tellsOfFailure(decoded)) return false;
    const key = parkingKeyOf(record, decoded.envelope);
    if (!this.parked.has(key)) return false;
    const message = this.messageOf(record, decoded, TURN_PARKED);
    if (!(await this.patience.insist(() => this.options.parking.follow(message), this.storeAway))) {
      this.parked.remove(key);
      return false;
    }
    await this.announce(record, decoded, TURN_PARKED);
    return true;
  }

  /**
   * False when the store is away and the handler had failed transiently: both may have one cause, so the handler gets its tries
   * again. After any other failure it waits for the store.
   */
  async park(record: FetchedRecord, decoded: DecodedRecord, { error: cause, kind, tries }: GivenUp): Promise<boolean> {
    const { log, parking } = this.options;
    const error = errorBodyOf(cause);
    const message = this.messageOf(record, decoded, error);
    if (kind === 'permanent') await this.patience.insist(() => parking.park(message), this.storeAway);
    else {
      try {
        await parking.park(message);
      } catch (failure) {
        this.storeAway(failure);
        return false;
      }
    }
    this.parked.add(message.parkingKey);
    log.error({ err: cause, type: message.type, tries, parking_key: message.parkingKey }, 'a message was parked');
    await this.announce(record, decoded, error);
    return true;
  }

  /**
   * The copy in the dead-letter topic and the answer to whoever waits. A failure that its session could not take in is not answered by
   * another one: that would have no end.
   */
  private async announce(record: FetchedRecord, decoded: DecodedRecord, error: ErrorBody): Promise<void> {
    const { log, appendDeadLetter } = this.options;
    const copy = deadLetterOf(this.messageOf(record, decoded, error));
    try {
      await this.patience.insist(
        () => appendDeadLetter(copy),
        (failure) => log.warn({ err: failure }, 'the dead-letter copy cannot be sent yet'),
        isPermanent,
      );
    } catch (failure) {
      if (!isPermanent(failure)) throw failure;
      log.error({ err: failure }, 'there is no dead-letter copy; the parked row stands');
    }
    if (!decoded.envelope || tellsOfFailure(decoded)) return;
    const message = `It could not be done and waits for an operator: ${error.code}.`;
    await this.failures.answer(decoded.envelope, topicOf(record), { code: 'parked', message });
  }

  private async readKeys(): Promise<void> {
    try {
      await this.patience.insist(() => this.parked.load(), this.storeAway);
    } catch (error) {
      if (!(error instanceof EngineStopped)) throw error;
    }
  }

  private messageOf(record: FetchedRecord, decoded: DecodedRecord, error: ErrorBody) {
    return parkedMessageOf(this.options.consumer, record, decoded, error, this.options.clock.now());
  }

  private readonly storeAway = (failure: unknown): void =>
    this.options.log.warn({ err: failure }, 'the parking store is away; what needs it waits');
}

const tellsOfFailure = (decoded: DecodedRecord): boolean =>
  decoded.kind === 'message' && decoded.definition.type === commandFailed.type;

const TURN_PARKED: ErrorBody = {
  code: 'turn_parked',
  message: 'An earlier message of its turn is parked.',
  retryable: false,
};
