import type { Consumer, EachBatchPayload } from 'kafkajs';

type EachBatch = (payload: EachBatchPayload) => Promise<void>;
type Listener = (event: { payload: unknown }) => void;

/** A kafkajs consumer whose fetches, joins and crashes a test plays by hand. */
export class ScriptedConsumer {
  readonly seeks: unknown[] = [];
  readonly commits: string[] = [];
  readonly resolved: string[] = [];
  readonly paused: string[] = [];
  heartbeats = 0;
  disconnects = 0;
  nextHeartbeatFails: Error | undefined;
  resolveThrows: Error | undefined;
  connectFails: Error | undefined;
  private readonly listeners = new Map<string, Listener[]>();
  private eachBatch: EachBatch = () => Promise.resolve();

  asConsumer(): Consumer {
    const names = ['GROUP_JOIN', 'REBALANCING', 'CRASH', 'HEARTBEAT', 'FETCH'];
    const scripted = {
      events: Object.fromEntries(names.map((name) => [name, name])),
      on: (name: string, listener: Listener) =>
        this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]),
      connect: () => (this.connectFails ? Promise.reject(this.connectFails) : Promise.resolve()),
      subscribe: () => Promise.resolve(),
      run: ({ eachBatch }: { eachBatch: EachBatch }) => {
        this.eachBatch = eachBatch;
        return Promise.resolve();
      },
      seek: (position: unknown) => this.seeks.push(position),
      pause: (topics: readonly { topic: string }[]) => this.paused.push(...topics.map(({ topic }) => topic)),
      disconnect: () => {
        this.disconnects += 1;
        return Promise.resolve();
      },
    };
    return scripted as unknown as Consumer;
  }

  join(memberAssignment: Readonly<Record<string, number[]>>): void {
    this.emit('GROUP_JOIN', { memberAssignment });
  }

  rebalance(): void {
    this.emit('REBALANCING', {});
  }

  crash(error: Error, restart: boolean): void {
    this.emit('CRASH', { error, restart });
  }

  /** Hands in the records of these offsets, as one fetch brought them. */
  batch(topic: string, partition: number, first: number, last: number): Promise<void> {
    const messages = Array.from({ length: last - first + 1 }, (_, index) => ({
      offset: String(first + index),
      key: Buffer.from('k'),
      value: Buffer.from('{}'),
      timestamp: '0',
    }));
    const payload = {
      batch: { topic, partition, messages, firstOffset: () => String(first), lastOffset: () => String(last) },
      heartbeat: () => {
        this.heartbeats += 1;
        return this.nextHeartbeatFails ? Promise.reject(this.nextHeartbeatFails) : Promise.resolve();
      },
      resolveOffset: (offset: string) => {
        if (this.resolveThrows) throw this.resolveThrows;
        this.resolved.push(offset);
      },
      commitOffsetsIfNecessary: ({ topics }: { topics: readonly { partitions: readonly { offset: string }[] }[] }) => {
        this.commits.push(...topics.flatMap(({ partitions }) => partitions.map(({ offset }) => offset)));
        return Promise.resolve();
      },
      isRunning: () => true,
    };
    return this.eachBatch(payload as unknown as EachBatchPayload);
  }

  private emit(name: string, payload: unknown): void {
    for (const listener of this.listeners.get(name) ?? []) listener({ payload });
  }
}
