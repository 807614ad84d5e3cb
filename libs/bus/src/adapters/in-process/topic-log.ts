import { Fifo } from '../../fifo';
import type { FetchedRecord, WireRecord } from '../../transport';

/** One topic of an in-process bus: one partition, consumed by one group. Owns what no consumer has taken. */
export class TopicLog {
  private readonly waiting = new Fifo<FetchedRecord>();
  /** Handed back by a consumer that left, in their order; they go first. */
  private returned: FetchedRecord[] = [];
  private appended = 0;

  get lag(): number {
    return this.waiting.size + this.returned.length;
  }

  append(record: WireRecord, nowMs: number): void {
    this.waiting.push({ ...record, partition: 0, offset: String(this.appended), appendedAtMs: nowMs });
    this.appended += 1;
  }

  take(): FetchedRecord | undefined {
    return this.returned.shift() ?? this.waiting.shift();
  }

  giveBack(records: readonly FetchedRecord[]): void {
    this.returned = [...this.returned, ...records].sort((a, b) => Number(a.offset) - Number(b.offset));
  }
}
