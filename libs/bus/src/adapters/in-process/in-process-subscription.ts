import { TransientError } from '@plinth/kernel';
import type { FetchedRecord, RecordSink, Subscription } from '../../transport';
import type { TopicLog } from './topic-log';

/** Without a finished record for so long while records wait, the consumer counts as stuck. */
const STUCK_AFTER_MS = 30_000;

/**
 * One group's consumer. Owns the records in flight.
 *
 * 1. At most `maxInFlight` records are accepted and unfinished.
 * 2. `accept` is called from the event loop, never from inside `produce` or `finished`.
 * 3. After `drain` every unfinished record lies in its topic again, before those that came later.
 */
export class InProcessSubscription implements Subscription {
  private readonly inFlight = new Set<FetchedRecord>();
  private scheduled = false;
  private draining = false;
  private joined = false;
  private lastProgressAt = performance.now();
  private wakeDrain: (() => void) | undefined;

  constructor(
    private readonly topics: ReadonlyMap<string, TopicLog>,
    private readonly sink: RecordSink,
    private readonly maxInFlight: number,
    private readonly onLeave: () => void,
  ) {}

  async join(): Promise<void> {
    await this.sink.onAssigned();
    this.joined = true;
    this.wake();
  }

  /** Something was appended or finished. */
  wake(): void {
    if (this.scheduled || this.draining || !this.joined || this.inFlight.size >= this.maxInFlight) return;
    this.scheduled = true;
    setImmediate(this.pump);
  }

  async drain(timeoutMs: number): Promise<void> {
    this.draining = true;
    if (this.inFlight.size > 0) await this.emptied(timeoutMs);
    for (const [name, log] of this.topics) log.giveBack([...this.inFlight].filter((record) => record.topic === name));
    this.inFlight.clear();
    this.onLeave();
  }

  async checkReady(): Promise<void> {
    if (!this.joined) throw new TransientError('bus_unavailable', 'the consumer has not joined yet');
    const lag = [...this.topics.values()].reduce((sum, log) => sum + log.lag, 0);
    const idleMs = performance.now() - this.lastProgressAt;
    if (lag > 0 && this.inFlight.size > 0 && idleMs > STUCK_AFTER_MS)
      throw new TransientError('bus_stuck', `${lag} messages wait and none was finished for ${Math.round(idleMs)} ms`);
  }

  async checkAlive(): Promise<void> {
    return Promise.resolve();
  }

  private readonly pump = (): void => {
    this.scheduled = false;
    if (this.draining) return;
    for (const log of this.topics.values()) {
      while (this.inFlight.size < this.maxInFlight) {
        const record = log.take();
        if (!record) break;
        this.deliver(record);
      }
    }
  };

  private deliver(record: FetchedRecord): void {
    if (this.inFlight.size === 0) this.lastProgressAt = performance.now();
    this.inFlight.add(record);
    this.sink.accept(record, () => {
      if (!this.inFlight.delete(record)) return;
      this.lastProgressAt = performance.now();
      if (this.inFlight.size === 0) this.wakeDrain?.();
      this.wake();
    });
  }

  private emptied(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.wakeDrain = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
