import { memoryCommit, messageDefinition, type ServiceName } from '@plinth/contracts';
import { errorBodyOf, type ErrorBody } from '@plinth/kernel';
import { counter } from '@plinth/telemetry';
import type { BusLog } from '../engine/engine-options';
import type { ReplayOutcome } from '../engine/delivery-engine';
import type { FetchedRecord } from '../transport';
import type { Lease, ParkedKey, ParkedRow, ParkingStore } from './parking-store';
import type { StaleJudge } from './stale-judge';

export interface ReplayReport {
  /**
   * `drained`: the key is parked no more. `failed`: a row failed again; it and what follows stay. `busy`: another replay holds
   * the key, or took it over. `not_parked`: there was nothing to do.
   */
  readonly state: 'drained' | 'failed' | 'busy' | 'not_parked';
  readonly handled: number;
  readonly discarded: number;
  readonly error?: ErrorBody;
}

export interface ParkedMessagesOptions {
  readonly consumer: ServiceName;
  readonly store: ParkingStore;
  readonly judge: StaleJudge;
  readonly redeliver: (record: FetchedRecord) => Promise<ReplayOutcome>;
  /** Of this process; names the holders of leases, one for each replay and each discard. */
  readonly owner: string;
  /** Longer than one delivery may take. */
  readonly leaseMs: number;
  readonly log: BusLog;
}

const PAGE = 1_000;

/**
 * What an operator does with the parked messages of one service.
 *
 * 1. A key is drained in the order of parking, by one replay at a time.
 * 2. A row is deleted after its handling; deleting the last one unparks the key (ParkingStore.remove). A replay that dies in
 *    between handles that row again: handlers do each command once by its id (T3).
 * 3. Commands of a final turn are discarded as stale, but for `memory.commit`, which is applied in order of `observed_at`:
 *    what the user said stays true.
 * 4. A row that fails again stays, and so does everything behind it.
 */
export class ParkedMessages {
  private holders = 0;

  constructor(private readonly options: ParkedMessagesOptions) {}

  /** Parked keys, those parked first in front. */
  list(limit = 100): Promise<readonly ParkedKey[]> {
    return this.options.store.list(this.options.consumer, limit);
  }

  /** The messages of a key in order. */
  inspect(parkingKey: string, limit = 100): Promise<readonly ParkedRow[]> {
    return this.options.store.rows(this.options.consumer, parkingKey, limit);
  }

  /** Drains a key; throws TransientError while the store is away. See the invariants. */
  async replayKey(parkingKey: string): Promise<ReplayReport> {
    const lease = this.leaseOf(parkingKey);
    const tally = { handled: 0, discarded: 0 };
    let state: ReplayReport['state'] | undefined;
    let error: ErrorBody | undefined;
    while (state === undefined) {
      if (!(await this.options.store.lease(lease, this.options.leaseMs))) {
        const held = (await this.inspect(parkingKey, 1)).length > 0;
        state = held ? 'busy' : tally.handled + tally.discarded > 0 ? 'drained' : 'not_parked';
        break;
      }
      const step = await this.step(lease, tally);
      if (step === 'drained' || step === 'busy') state = step;
      else if (typeof step === 'object') [state, error] = ['failed', step];
    }
    return { state, ...tally, ...(error && { error }) };
  }

  /** Drains every key that is parked now, those parked first in front. */
  async replayAll(): Promise<ReadonlyMap<string, ReplayReport>> {
    const reports = new Map<string, ReplayReport>();
    for (const { parkingKey } of await this.list(PAGE)) reports.set(parkingKey, await this.replayKey(parkingKey));
    return reports;
  }

  /** Gives up one message by an operator's decision; `busy` when a replay holds the key, `absent` when there is no such message. */
  async discard(parkingKey: string, seq: number): Promise<'discarded' | 'absent' | 'busy'> {
    const { store, leaseMs, log } = this.options;
    const lease = this.leaseOf(parkingKey);
    if (!(await store.lease(lease, leaseMs))) return (await this.inspect(parkingKey, 1)).length > 0 ? 'busy' : 'absent';
    const removed = await store.remove(lease, seq);
    if (removed === 'lost') return 'busy';
    if (removed !== 'unparked') await store.release(lease);
    if (removed === 'absent') return 'absent';
    log.warn({ parking_key: parkingKey, seq }, 'an operator discarded a message');
    return 'discarded';
  }

  private leaseOf(parkingKey: string): Lease {
    this.holders += 1;
    return { consumer: this.options.consumer, parkingKey, owner: `${this.options.owner}#${this.holders}` };
  }

  /** One row; answers an error body when it failed. */
  private async step(
    lease: Lease,
    tally: { handled: number; discarded: number },
  ): Promise<'more' | 'drained' | 'busy' | ErrorBody> {
    const { store, redeliver } = this.options;
    const rows = await store.rows(lease.consumer, lease.parkingKey, PAGE);
    try {
      const { row, stale } = await this.choose(rows);
      if (!row) return 'drained';
      if (stale) this.countDiscarded(row);
      else {
        const ended = await redeliver(row.record);
        if (typeof ended === 'object') return await this.fail(lease, row, ended.error);
      }
      const removed = await store.remove(lease, row.seq);
      if (removed === 'lost') return 'busy';
      if (stale) tally.discarded += 1;
      else tally.handled += 1;
      return removed === 'unparked' ? 'drained' : 'more';
    } catch (error) {
      await store.release(lease);
      throw error;
    }
  }

  private async fail(lease: Lease, row: ParkedRow, error: unknown): Promise<ErrorBody> {
    const body = errorBodyOf(error);
    this.options.log.warn(
      { err: error, type: row.type, parking_key: row.parkingKey },
      'a replay failed; its key stays parked',
    );
    await this.options.store.recordFailure(lease, row.seq, body);
    await this.options.store.release(lease);
    return body;
  }

  /** The next row by invariants 1 and 3, and whether it is to be discarded. */
  private async choose(rows: readonly ParkedRow[]): Promise<{ row?: ParkedRow; stale: boolean }> {
    const [first] = rows;
    if (!first) return { stale: false };
    if (first.erased) return { row: first, stale: true };
    if (!(await this.isFinal(first))) return { row: first, stale: false };
    const stale = rows.find((row) => row.erased || (isCommand(row) && !isCommit(row)));
    if (stale) return { row: stale, stale: true };
    const [other] = rows.filter((row) => !isCommit(row));
    const [oldest] = rows.filter(isCommit).sort((a, b) => (a.observedAtMs ?? 0) - (b.observedAtMs ?? 0));
    return { row: other ?? oldest ?? first, stale: false };
  }

  private async isFinal({ tenant, session, turn }: ParkedRow): Promise<boolean> {
    if (tenant === undefined || session === undefined || turn === undefined) return false;
    return this.options.judge.isFinal({ tenant, session, turn });
  }

  private countDiscarded({ consumer, type }: ParkedRow): void {
    const known = messageDefinition(type) ? type : 'unknown';
    counter('plinth_bus_delivered_total').labels(consumer, known, 'discarded_stale').inc();
  }
}

const isCommand = (row: ParkedRow) => messageDefinition(row.type)?.kind === 'command';
const isCommit = (row: ParkedRow) => row.type === memoryCommit.type;
