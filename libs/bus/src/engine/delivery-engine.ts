import { PermanentError } from '@plinth/kernel';
import { gauge, type Span } from '@plinth/telemetry';
import type { FetchedRecord, RecordSink } from '../transport';
import type { DecodedRecord } from '../wire/decode-record';
import { inDeliveryScope, noteFailure } from './delivery-scope';
import type { DeliveryOutcome, EngineOptions } from './engine-options';
import { FailureAnswers } from './failure-answers';
import { Handling, ONCE, type GivenUp } from './handling';
import { KeyLanes } from './key-lanes';
import { ParkingLot } from './parking-lot';
import { EngineStopped, Patience } from './patience';

/** How a replay of a parked record ended. */
export type ReplayOutcome = 'handled' | 'expired' | GivenUp;

/**
 * Delivers records to handlers. Owns the lanes and the tries.
 *
 * B1. Messages of one (topic, order key) are handled one after another, also while one is in back-off; keys never wait for
 *     each other.
 * B2. `finished` is called once a message is handled and its replies are with the broker, or it is expired and answered, or
 *     parked, copied and answered. Nothing else ends a delivery; a stopped engine leaves it unfinished, to be delivered again.
 * B3. Nothing that a handler, a decoder or a store does reaches the transport as an exception.
 * B4. A message whose turn is parked follows it without being tried, unless it tells of a failure; the session's other turns are
 *     delivered. A parked command, and the command that a parked reply answers, is answered `command.failed`: nobody waits for it.
 * B5. While the parking store or the broker is away, parking waits: nothing is dropped.
 */
export class DeliveryEngine implements RecordSink {
  private readonly patience: Patience;
  private readonly handling: Handling;
  private readonly lot: ParkingLot;
  private readonly lanes: KeyLanes<() => Promise<void>>;

  constructor(private readonly options: EngineOptions) {
    this.patience = new Patience(options.retry, options.random);
    const failures = new FailureAnswers(options, this.patience);
    this.handling = new Handling(options, this.patience, failures);
    this.lot = new ParkingLot(options, this.patience, failures);
    this.lanes = new KeyLanes(
      (job) => job(),
      (fault) => options.log.error({ err: fault }, 'a delivery broke the engine; its record stays unfinished'),
    );
  }

  accept(record: FetchedRecord, finished: () => void): void {
    const inFlight = gauge('plinth_bus_in_flight').labels(this.options.consumer);
    inFlight.inc();
    this.lanes.push(laneOf(record), async () => {
      try {
        if (this.lot.known) await this.lot.known;
        await this.deliver(record);
        finished();
      } catch (error) {
        if (!(error instanceof EngineStopped)) throw error;
      } finally {
        inFlight.dec();
      }
    });
  }

  /** Reads the parked keys; resolves when they are known, however long the store is away, or when the engine stops. */
  onAssigned(): Promise<void> {
    return this.lot.load();
  }

  /** Handles a parked record again, once, in its lane; a failure is returned and nothing is parked. Throws EngineStopped. */
  redeliver(record: FetchedRecord): Promise<ReplayOutcome> {
    return new Promise((resolve, reject) => {
      this.lanes.push(laneOf(record), () => this.replay(record).then(resolve, reject));
    });
  }

  /** Ends all waiting and aborts the signals of running handlers. What is unfinished stays so. */
  stop(): void {
    this.patience.stop();
  }

  private deliver(record: FetchedRecord): Promise<DeliveryOutcome> {
    this.patience.check();
    const decoded = this.decode(record);
    return inDeliveryScope(record, decoded.envelope, this.scope(record, false), (span) =>
      this.settle(record, decoded, span),
    );
  }

  private async settle(record: FetchedRecord, decoded: DecodedRecord, span: Span): Promise<DeliveryOutcome> {
    if (await this.lot.follow(record, decoded)) return 'parked';
    for (let round = 0; ; round += 1) {
      const ended = await this.tryHandling(record, decoded, span);
      if (typeof ended === 'string') return ended;
      if (await this.lot.park(record, decoded, ended)) {
        noteFailure(span, ended.error, true);
        return 'parked';
      }
      await this.patience.pause(round);
    }
  }

  private async replay(record: FetchedRecord): Promise<ReplayOutcome> {
    this.patience.check();
    const decoded = this.decode(record);
    let ended: ReplayOutcome | undefined;
    await inDeliveryScope(record, decoded.envelope, this.scope(record, true), async (span) => {
      ended = await this.tryHandling(record, decoded, span, ONCE);
      if (typeof ended === 'string') return ended;
      noteFailure(span, ended.error, true);
      return 'parked';
    });
    if (ended === undefined) throw new EngineStopped();
    return ended;
  }

  private async tryHandling(
    record: FetchedRecord,
    decoded: DecodedRecord,
    span: Span,
    bounds?: typeof ONCE,
  ): Promise<ReplayOutcome> {
    if (decoded.kind === 'message') return this.handling.run(record, decoded, span, bounds);
    const { code, message } = decoded.reason;
    return { error: new PermanentError(code, message), kind: 'permanent', tries: 0 };
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
      return { kind: 'undecodable', reason: DECODER_FAILED };
    }
  }
}

const DECODER_FAILED = { code: 'decoder_failed', message: 'The decoder threw.', retryable: false } as const;

const laneOf = (record: FetchedRecord) => `${record.topic}\n${record.key}`;
