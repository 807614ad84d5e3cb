import { DEAD_LETTER_TOPIC, TOPICS } from '@plinth/contracts';
import { PermanentError, TransientError, type Clock } from '@plinth/kernel';
import { BusTransport, type RecordSink, type Subscription, type WireRecord } from '../../transport';
import { InProcessSubscription } from './in-process-subscription';
import { TopicLog } from './topic-log';

const TOPIC_NAMES: ReadonlySet<string> = new Set([...Object.keys(TOPICS), DEAD_LETTER_TOPIC]);
/** What no service reads: nothing would ever take it out of a log. */
const UNREAD: ReadonlySet<string> = new Set(
  Object.values(TOPICS).flatMap(({ name, kind }) => (kind === 'announcements' ? [name] : [])),
);
/** The dead-letter topic has no consumer; this many copies are kept for people to look at, and of announcements as many. */
const COPIES_KEPT = 1_000;

/**
 * The bus of the embedded profile: all services of one process share one instance. Records live in memory until finished;
 * a crash loses them, and the journal's sweeper sends their commands again (T3).
 * A topic has one consuming group; a second subscription to it is a bug and throws.
 */
export class InProcessTransport extends BusTransport {
  override readonly system: string = 'plinth.in_process';
  private readonly logs = new Map<string, TopicLog>();
  private readonly consumers = new Map<string, InProcessSubscription>();
  private readonly copies: WireRecord[] = [];
  private readonly announced: WireRecord[] = [];
  private users = 0;

  constructor(private readonly clock: Clock) {
    super();
    for (const name of TOPIC_NAMES) this.logs.set(name, new TopicLog());
  }

  /** The last copies of parked messages, oldest first. */
  get deadLetters(): readonly WireRecord[] {
    return this.copies;
  }

  /** The last announcements, oldest first. */
  get announcements(): readonly WireRecord[] {
    return this.announced;
  }

  async connect(topics: readonly string[]): Promise<void> {
    const missing = topics.find((name) => !TOPIC_NAMES.has(name));
    if (missing !== undefined) throw new PermanentError('topic_missing', `there is no topic ${missing}`);
    this.users += 1;
  }

  async produce(records: readonly WireRecord[]): Promise<void> {
    if (this.users === 0) throw new TransientError('bus_unavailable', 'the in-process bus is closed');
    for (const record of records) {
      if (record.topic === DEAD_LETTER_TOPIC) keepCopy(this.copies, record);
      else if (UNREAD.has(record.topic)) keepCopy(this.announced, record);
      else this.logOf(record.topic).append(record, this.clock.now());
    }
    for (const { topic } of records) this.consumers.get(topic)?.wake();
  }

  async subscribe(options: {
    group: string;
    topics: readonly string[];
    maxInFlight: number;
    sink: RecordSink;
  }): Promise<Subscription> {
    const taken = options.topics.find((name) => this.consumers.has(name));
    if (taken !== undefined) throw new Error(`${taken} has a consumer already`);
    const logs = new Map(options.topics.map((name) => [name, this.logOf(name)]));
    const subscription = new InProcessSubscription(logs, options.sink, options.maxInFlight, () => {
      for (const name of options.topics) this.consumers.delete(name);
    });
    for (const name of options.topics) this.consumers.set(name, subscription);
    await subscription.join();
    return subscription;
  }

  /** Each `connect` is undone by one `close`; after the last one nothing can be produced. */
  async close(): Promise<void> {
    this.users = Math.max(0, this.users - 1);
  }

  private logOf(topic: string): TopicLog {
    const log = this.logs.get(topic);
    if (!log) throw new PermanentError('topic_missing', `there is no topic ${topic}`);
    return log;
  }
}

function keepCopy(copies: WireRecord[], record: WireRecord): void {
  copies.push(record);
  if (copies.length > COPIES_KEPT) copies.shift();
}
