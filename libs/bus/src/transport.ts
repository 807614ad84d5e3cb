/** One record as it lies in a topic: CloudEvents binary mode, attributes in `ce_*` headers, JSON in the body. */
export interface WireRecord {
  readonly topic: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface FetchedRecord extends WireRecord {
  readonly partition: number;
  /** Position in its partition, as the broker counts. */
  readonly offset: string;
  /** Epoch milliseconds at which the broker appended it (LogAppendTime), by our own clock as far as the transport knows the difference. */
  readonly appendedAtMs: number;
}

/** Where a transport delivers what it fetched; implemented by the delivery engine. */
export interface RecordSink {
  /**
   * Takes one record, in partition order; returns at once and never throws. `finished` is called exactly once, later,
   * when the record needs no further delivery: handled and answered, parked, or discarded with a reason.
   */
  accept(record: FetchedRecord, finished: () => void): void;
  /** Called, and awaited, after every change of assignment and before the first record that follows it. */
  onAssigned(): Promise<void>;
}

export interface Subscription {
  /** Stops fetching, lets what was accepted finish (at most `timeoutMs`), commits, leaves the group. */
  drain(timeoutMs: number): Promise<void>;
  /** Throws while the consumer makes no progress although there is lag, or has not joined yet. */
  checkReady(): Promise<void>;
  /** Throws when the consumer is dead and only a restart of the process can help. */
  checkAlive(): Promise<void>;
}

/**
 * What a broker must give. At least once; order per key is kept by the engine, order per partition by the transport.
 * Offsets are committed only up to the lowest finished record of a partition; a finish that belongs to a former
 * assignment never commits. At most `maxInFlight` accepted and unfinished records: beyond it fetching pauses.
 */
export abstract class BusTransport {
  /** `messaging.system.name` of the spans about it. */
  abstract readonly system: string;
  /** Connects and checks that every topic exists; throws TransientError `bus_unavailable` or PermanentError `topic_missing`. */
  abstract connect(topics: readonly string[]): Promise<void>;
  /** Appends the records, of one key in the order given. Throws TransientError `bus_unavailable` when the outcome is unknown. */
  abstract produce(records: readonly WireRecord[]): Promise<void>;
  abstract subscribe(options: {
    group: string;
    topics: readonly string[];
    maxInFlight: number;
    sink: RecordSink;
    /**
     * `end`: a group that has committed nothing begins after what is there, instead of at the beginning. In process, where a record
     * waits for its one reader alone, it changes nothing.
     */
    from?: 'end';
  }): Promise<Subscription>;
  abstract close(): Promise<void>;
}
