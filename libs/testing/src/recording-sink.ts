import type { FetchedRecord, RecordSink, WireRecord } from '@plinth/bus';

export const wireRecord = (topic: string, key: string, body: string): WireRecord => ({
  topic,
  key,
  headers: { ce_id: body },
  body: Buffer.from(body),
});

/** Notes what arrives and lets the test say when each record is finished. */
export class RecordingSink implements RecordSink {
  readonly arrived: FetchedRecord[] = [];
  readonly events: string[] = [];
  assignments = 0;
  private readonly open = new Map<string, (() => void)[]>();
  private waiters: (() => void)[] = [];

  /** `finishAtOnce` decides which records are finished as they arrive; the rest is held until `finish`. */
  constructor(private readonly finishAtOnce: (body: string) => boolean = () => true) {}

  accept(record: FetchedRecord, finished: () => void): void {
    const body = record.body.toString();
    this.arrived.push(record);
    this.events.push(body);
    if (this.finishAtOnce(body)) finished();
    else this.open.set(body, [...(this.open.get(body) ?? []), finished]);
    for (const look of this.waiters) look();
  }

  onAssigned(): Promise<void> {
    this.assignments += 1;
    this.events.push('assigned');
    return Promise.resolve();
  }

  get bodies(): string[] {
    return this.arrived.map((record) => record.body.toString());
  }

  get held(): string[] {
    return [...this.open.keys()];
  }

  /** Finishes every delivery of the record so far. */
  finish(body: string): void {
    const callbacks = this.open.get(body) ?? [];
    this.open.delete(body);
    for (const finished of callbacks) finished();
  }

  /** Resolves once the condition holds, looking whenever a record arrives and each 20 ms. */
  until(condition: (sink: RecordingSink) => boolean, timeoutMs = 15_000): Promise<void> {
    return new Promise((done, fail) => {
      const timer = setTimeout(
        () => settle(() => fail(new Error(`not within ${timeoutMs} ms; seen: ${this.events.slice(-20).join(' ')}`))),
        timeoutMs,
      );
      const poll = setInterval(() => look(), 20);
      const look = (): void => {
        if (condition(this)) settle(done);
      };
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        clearInterval(poll);
        this.waiters = this.waiters.filter((each) => each !== look);
        end();
      };
      this.waiters.push(look);
      look();
    });
  }
}
