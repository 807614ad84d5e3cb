import { RecordedCalls, type Place, type RecordedCall, type Selection } from './recorded-calls';

/** Recordings in memory, in the order of their times. */
export class ListedCalls extends RecordedCalls {
  constructor(readonly calls: RecordedCall[]) {
    super();
  }

  async keep(calls: readonly RecordedCall[]): Promise<void> {
    this.calls.push(...calls);
  }

  async page({ sinceMs, untilMs, turns }: Selection, after: Place | undefined, limit: number) {
    return this.calls
      .filter(({ atMs, turn }) => atMs >= sinceMs && atMs <= untilMs && (!turns || turns.includes(turn ?? '')))
      .filter(({ atMs }) => !after || atMs > after.atMs)
      .slice(0, limit);
  }

  async prune(): Promise<void> {
    this.calls.length = 0;
  }
}
