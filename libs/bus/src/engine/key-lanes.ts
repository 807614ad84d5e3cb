import { AsyncLocalStorage } from 'node:async_hooks';
import { Fifo } from '../fifo';

/**
 * Runs items of one key one after another in the order pushed, items of different keys side by side. Owns what waits.
 *
 * 1. At most one item of a key runs; the next starts when it has settled, whether it resolved or rejected.
 * 2. No key ever waits for another.
 * 3. A key without items holds no memory.
 * 4. Items run in the asynchronous context of the lanes' maker, not in that of whoever pushed: no trace, log id or open
 *    transaction of a sender reaches a handler.
 */
export class KeyLanes<T> {
  private readonly lanes = new Map<string, Fifo<T>>();
  private readonly inOwnContext = AsyncLocalStorage.snapshot();

  /** `run` should not reject; what it throws all the same goes to `onFault` and the lane runs on. */
  constructor(
    private readonly run: (item: T) => Promise<void>,
    private readonly onFault: (fault: unknown) => void,
  ) {}

  /** Keys that have items. */
  get size(): number {
    return this.lanes.size;
  }

  /** Returns before `run` is called. */
  push(key: string, item: T): void {
    const lane = this.lanes.get(key);
    if (lane) {
      lane.push(item);
      return;
    }
    const fresh = new Fifo<T>();
    fresh.push(item);
    this.lanes.set(key, fresh);
    queueMicrotask(() => void this.inOwnContext(() => this.drain(key, fresh)));
  }

  private async drain(key: string, lane: Fifo<T>): Promise<void> {
    for (let item = lane.shift(); item !== undefined; item = lane.shift()) {
      try {
        await this.run(item);
      } catch (fault) {
        this.onFault(fault);
      }
    }
    this.lanes.delete(key);
  }
}
