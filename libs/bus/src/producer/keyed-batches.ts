import { AsyncLocalStorage } from 'node:async_hooks';
import type { WireRecord } from '../transport';

export interface BatchLimits {
  /** Requests under way at once. */
  readonly maxRequests: number;
  readonly maxRecords: number;
  /** Sum of the records' bodies and headers, roughly; below the broker's limit for one batch. */
  readonly maxBytes: number;
}

/** One `submit`; settles when the last of its records has. */
interface Call {
  unsettled: number;
  failure: { readonly error: unknown } | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Item {
  readonly record: WireRecord;
  readonly chain: string;
  readonly call: Call;
}

/**
 * Collects what one turn of the event loop submits into as few requests as possible. Owns what is not yet acknowledged.
 *
 * 1. Records of one (topic, key) are produced in the order submitted, whatever fails in between: while a request that
 *    holds one of them is under way the later ones wait; those of other keys do not.
 * 2. `ready` holds no record whose chain is busy.
 * 3. Once a record of a call has failed, its records that have not been produced yet never are.
 */
export class KeyedBatches {
  private ready: Item[] = [];
  /** Chains of the requests under way, with the records that wait for them. */
  private readonly busy = new Map<string, Item[]>();
  private requests = 0;
  private scheduled = false;
  private readonly inOwnContext = AsyncLocalStorage.snapshot();

  constructor(
    private readonly produce: (records: readonly WireRecord[]) => Promise<void>,
    private readonly limits: BatchLimits,
  ) {}

  /** Resolves when every record is acknowledged; rejects with the first failure once all of them are settled. */
  submit(records: readonly WireRecord[]): Promise<void> {
    if (records.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const call: Call = { unsettled: records.length, failure: undefined, resolve, reject };
      for (const record of records) {
        const item: Item = { record, chain: `${record.topic}\n${record.key}`, call };
        (this.busy.get(item.chain) ?? this.ready).push(item);
      }
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.ready.length === 0 || this.requests >= this.limits.maxRequests) return;
    this.scheduled = true;
    setImmediate(this.inOwnContext, this.flush);
  }

  private readonly flush = (): void => {
    this.scheduled = false;
    while (this.ready.length > 0 && this.requests < this.limits.maxRequests) {
      const batch = this.takeBatch();
      if (batch.length > 0) void this.request(batch);
    }
  };

  private takeBatch(): Item[] {
    const batch: Item[] = [];
    const rest: Item[] = [];
    let bytes = 0;
    let full = false;
    for (const item of this.ready) {
      if (item.call.failure) {
        settle(item);
        continue;
      }
      bytes += sizeOf(item.record);
      full ||= batch.length > 0 && (batch.length >= this.limits.maxRecords || bytes > this.limits.maxBytes);
      if (full) {
        (this.busy.get(item.chain) ?? rest).push(item);
        continue;
      }
      batch.push(item);
      if (!this.busy.has(item.chain)) this.busy.set(item.chain, []);
    }
    this.ready = rest;
    return batch;
  }

  private async request(batch: readonly Item[]): Promise<void> {
    this.requests += 1;
    let failure: Call['failure'];
    try {
      await this.produce(batch.map((item) => item.record));
    } catch (error) {
      failure = { error };
    }
    this.requests -= 1;
    for (const item of batch) {
      if (failure) item.call.failure ??= failure;
      const waiting = this.busy.get(item.chain);
      if (waiting) {
        this.busy.delete(item.chain);
        for (const next of waiting) this.ready.push(next);
      }
    }
    for (const item of batch) settle(item);
    this.schedule();
  }
}

const HEADER_BYTES = 700;
const sizeOf = (record: WireRecord) => record.body.length + HEADER_BYTES;

function settle({ call }: Item): void {
  call.unsettled -= 1;
  if (call.unsettled > 0) return;
  if (call.failure) call.reject(call.failure.error);
  else call.resolve();
}
