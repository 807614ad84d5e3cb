import { messageDefinition } from '@plinth/contracts';
import { errorBodyOf, PermanentError, type ErrorBody } from '@plinth/kernel';
import { gauge, type Span } from '@plinth/telemetry';
import { deadLetterOf } from '../parking/dead-letter';
import { ParkedKeys } from '../parking/parked-keys';
import { parkedMessageOf, parkingKeyOf } from '../parking/parked-message';
import type { FetchedRecord, RecordSink } from '../transport';
import type { DecodedRecord } from '../wire/decode-record';
import { inDeliveryScope, noteFailure } from './delivery-scope';
import type { DeliveryOutcome, EngineOptions } from './engine-options';
import { Handling, type GivenUp } from './handling';
import { KeyLanes } from './key-lanes';
import { EngineStopped, isPermanent, Patience } from './patience';

interface Job {
  readonly record: FetchedRecord;
  readonly settle: () => Promise<void>;
}

/**
 * Delivers records to handlers. Owns the lanes, the tries and what this process knows of parked keys.
 *
 * B1. Messages of one (topic, order key) are handled one after another, also while one is in back-off; keys never wait for
 *     each other.
 * B2. `finished` is called once a message is handled and its replies are with the broker, or it is expired and answered, or
 *     parked, copied and answered. Nothing else ends a delivery; a stopped engine leaves it unfinished, to be delivered again.
 * B3. Nothing that a handler, a decoder or a store does reaches the transport as an exception.
 * B4. A message whose turn is parked follows it without being tried; the session's other turns are delivered.
 * B5. While the parking store or the broker is away, parking waits: nothing is dropped.
 */
export class DeliveryEngine implements RecordSink {
  private readonly patience: Patience;
  private readonly handling: Handling;
  private readonly lanes: KeyLanes<Job>;
  private readonly parked: ParkedKeys;
  /** Set while the parked keys are being read: no record is delivered before. */
  private loading: Promise<void> | undefined;

  constructor(private readonly options: EngineOptions) {
    this.patience = new Patience(options.retry, options.random);
    this.handling = new Handling(options, this.patience);
    this.parked = new ParkedKeys(options.parking, options.consumer);
    this.lanes = new KeyLanes<Job>(
      (job) => job.settle(),
      (fault) => options.log.error({ err: fault }, 'a delivery broke the engine; its record stays unfinished'),
    );
  }

  accept(record: FetchedRecord, finished: () => void): void {
    const inFlight = gauge('plinth_bus_in_flight').labels(this.options.consumer);
    inFlight.inc();
    const settle = async () => {
      try {
        if (this.loading) await this.loading;
        await this.deliver(record);
        finished();
      } catch (error) {
        if (!(error instanceof EngineStopped)) throw error;
      } finally {
        inFlight.dec();
      }
    };
    this.lanes.push(laneOf(record), { record, settle });
  }

  /** Reads the parked keys; resolves when they are known, however long the store is away, or when the engine stops. */
  onAssigned(): Promise<void> {
    const loading = (this.loading ?? Promise.resolve()).then(() => this.loadParkedKeys());
    this.loading = loading;
    return loading.then(() => {
      if (this.loading === loading) this.loading = undefined;
    });
  }

  /** Handles a parked record again, once, in its lane; a failure is returned and nothing is parked. Throws EngineStopped. */
  redeliver(record: FetchedRecord): Promise<'handled' | 'expired' | GivenUp> {
    return new Promise((resolve, reject) => {
      const settle = () => this.replay(record).then(resolve, reject);
      this.lanes.push(laneOf(record), { record, settle });
    });
  }

  /** Ends all waiting and aborts the signals of running handlers. What is unfinished stays so. */
  stop(): void {
    this.patience.stop();
  }

  private async loadParkedKeys(): Promise<void> {
    try {
      await this.patience.insist(
        () => this.parked.load(),
        (error) => this.options.log.warn({ err: error }, 'the parked keys cannot be read; deliveries wait'),
      );
    } catch (error) {
      if (!(error instanceof EngineStopped)) throw error;
    }
  }

  private deliver(record: FetchedRecord): Promise<DeliveryOutcome> {
    this.patience.check();
    const decoded = this.decode(record);
    return inDeliveryScope(record, decoded.envelope, this.scope(record, false), (span) =>
      this.settle(record, decoded, span),
    );
  }

  private async settle(record: FetchedRecord, decoded: DecodedRecord, span: Span): Promise<DeliveryOutcome> {
    if (this.parked.has(parkingKeyOf(record, decoded.envelope)) && (await this.follow(record, decoded)))
      return 'parked';
    for (let round = 0; ; round += 1) {
      const ended = await this.tryHandling(record, decoded, span);
      if (typeof ended === 'string') return ended;
      if (await this.park(record, decoded, ended)) {
        noteFailure(span, ended.error, true);
        return 'parked';
      }
      await this.patience.pause(round);
    }
  }

  private async tryHandling(record: FetchedRecord, decoded: DecodedRecord, span: Span, maxTries?: number) {
    if (decoded.kind === 'message') return this.handling.run(record, decoded, span, maxTries);
    const { code, message } = decoded.reason;
    return { error: new PermanentError(code, message), kind: 'permanent', tries: 0 } satisfies GivenUp;
  }

  /** False when the key turned out not to be parked any more. */
  private async follow(record: FetchedRecord, decoded: DecodedRecord): Promise<boolean> {
    const error: ErrorBody = {
      code: 'turn_parked',
      message: 'An earlier message of its turn is parked.',
      retryable: false,
    };
    const message = parkedMessageOf(this.options.consumer, record, decoded, error, this.options.clock.now());
    const joined = await this.patience.insist(
      () => this.options.parking.follow(message),
      (failure) => this.options.log.warn({ err: failure }, 'the parking store is away; the message waits'),
    );
    if (!joined) {
      this.parked.remove(message.parkingKey);
      return false;
    }
    await this.announce(record, decoded, error);
    return true;
  }

  /**
   * False when the store is away and the handler had failed transiently: both may have one cause, so the handler gets its tries
   * again. After any other failure it waits for the store.
   */
  private async park(
    record: FetchedRecord,
    decoded: DecodedRecord,
    { error: cause, kind, tries }: GivenUp,
  ): Promise<boolean> {
    const { log, consumer, clock, parking } = this.options;
    const error = errorBodyOf(cause);
    const message = parkedMessageOf(consumer, record, decoded, error, clock.now());
    const away = (failure: unknown) => log.warn({ err: failure }, 'the parking store is away; the message waits');
    if (kind === 'permanent') await this.patience.insist(() => parking.park(message), away);
    else {
      try {
        await parking.park(message);
      } catch (failure) {
        away(failure);
        return false;
      }
    }
    this.parked.add(message.parkingKey);
    log.error({ err: cause, type: message.type, tries, parking_key: message.parkingKey }, 'a message was parked');
    await this.announce(record, decoded, error);
    return true;
  }

  /** The copy in the dead-letter topic and, to a command, the answer. */
  private async announce(record: FetchedRecord, decoded: DecodedRecord, error: ErrorBody): Promise<void> {
    const { consumer, clock, log, appendDeadLetter } = this.options;
    const copy = deadLetterOf(parkedMessageOf(consumer, record, decoded, error, clock.now()));
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
    const definition = decoded.envelope && messageDefinition(decoded.envelope.type);
    if (!decoded.envelope || !definition) return;
    const message = `It could not be done and waits for an operator: ${error.code}.`;
    await this.handling.answerFailure({ envelope: decoded.envelope, definition }, { code: 'parked', message });
  }

  private async replay(record: FetchedRecord): Promise<'handled' | 'expired' | GivenUp> {
    const decoded = this.decode(record);
    let result: 'handled' | 'expired' | GivenUp | undefined;
    await inDeliveryScope(record, decoded.envelope, this.scope(record, true), async (span) => {
      result = await this.tryHandling(record, decoded, span, 1);
      if (typeof result === 'string') return result;
      noteFailure(span, result.error, true);
      return 'parked';
    });
    if (result === undefined) throw new EngineStopped();
    return result;
  }

  private scope(record: FetchedRecord, replay: boolean) {
    const { consumer, system, clock } = this.options;
    return { consumer, system, replay, queueMs: Math.max(0, clock.now() - record.appendedAtMs) };
  }

  private decode(record: FetchedRecord): DecodedRecord {
    try {
      return this.options.decode(record);
    } catch (error) {
      this.options.log.error({ err: error }, 'the decoder threw');
      return {
        kind: 'undecodable',
        reason: { code: 'decoder_failed', message: 'The decoder threw.', retryable: false },
      };
    }
  }
}

const laneOf = (record: FetchedRecord) => `${record.topic}\n${record.key}`;
