import type { ServiceName } from '@plinth/contracts';
import type { Clock, ErrorBody } from '@plinth/kernel';
import type { ParkedMessage } from './parked-message';
import { ERASED, ParkingStore, type Lease, type ParkedKey, type ParkedRow } from './parking-store';

interface Entry {
  readonly consumer: ServiceName;
  readonly parkingKey: string;
  rows: ParkedRow[];
  lease?: { readonly owner: string; readonly untilMs: number };
}

/** A ParkingStore that lasts as long as the process; for tests and for buses without a database. */
export class InMemoryParkingStore extends ParkingStore {
  private readonly entries = new Map<string, Entry>();
  private lastSeq = 0;

  constructor(private readonly clock: Clock) {
    super();
  }

  async park(message: ParkedMessage): Promise<void> {
    const place = placeOf(message.consumer, message.parkingKey);
    const entry = this.entries.get(place) ?? { consumer: message.consumer, parkingKey: message.parkingKey, rows: [] };
    this.entries.set(place, entry);
    if (entry.rows.some((row) => row.messageId === message.messageId)) return;
    this.lastSeq += 1;
    entry.rows.push({ ...message, seq: this.lastSeq, erased: false });
  }

  async follow(message: ParkedMessage): Promise<boolean> {
    if (!this.entries.has(placeOf(message.consumer, message.parkingKey))) return false;
    await this.park(message);
    return true;
  }

  async parkedKeys(consumer: ServiceName): Promise<readonly string[]> {
    return this.of(consumer).map((entry) => entry.parkingKey);
  }

  async lease(lease: Lease, forMs: number): Promise<boolean> {
    const entry = this.entries.get(placeOf(lease.consumer, lease.parkingKey));
    if (!entry || (entry.lease && entry.lease.owner !== lease.owner && entry.lease.untilMs > this.clock.now()))
      return false;
    entry.lease = { owner: lease.owner, untilMs: this.clock.now() + forMs };
    return true;
  }

  async release(lease: Lease): Promise<void> {
    const entry = this.owned(lease);
    if (entry) delete entry.lease;
  }

  async rows(consumer: ServiceName, parkingKey: string, limit: number): Promise<readonly ParkedRow[]> {
    return (this.entries.get(placeOf(consumer, parkingKey))?.rows ?? []).slice(0, limit);
  }

  async remove(lease: Lease, seq: number): Promise<'removed' | 'unparked' | 'absent' | 'lost'> {
    const entry = this.owned(lease);
    if (!entry) return 'lost';
    if (!entry.rows.some((row) => row.seq === seq)) return 'absent';
    entry.rows = entry.rows.filter((row) => row.seq !== seq);
    if (entry.rows.length > 0) return 'removed';
    this.entries.delete(placeOf(lease.consumer, lease.parkingKey));
    return 'unparked';
  }

  async recordFailure(lease: Lease, seq: number, error: ErrorBody): Promise<void> {
    const entry = this.owned(lease);
    if (entry) entry.rows = entry.rows.map((row) => (row.seq === seq ? { ...row, error } : row));
  }

  async list(consumer: ServiceName, limit: number): Promise<readonly ParkedKey[]> {
    return this.of(consumer)
      .flatMap(({ parkingKey, rows }) => {
        const [first] = rows;
        return first
          ? [{ parkingKey, messages: rows.length, firstParkedAtMs: first.parkedAtMs, errorCode: first.error.code }]
          : [];
      })
      .sort((a, b) => a.firstParkedAtMs - b.firstParkedAtMs)
      .slice(0, limit);
  }

  async erase(tenant: string, whose: { users: readonly string[]; sessions: readonly string[] }): Promise<number> {
    let erased = 0;
    const isTheirs = (row: ParkedRow) =>
      row.tenant === tenant &&
      !row.erased &&
      ((row.user !== undefined && whose.users.includes(row.user)) ||
        (row.session !== undefined && whose.sessions.includes(row.session)));
    for (const entry of this.entries.values()) {
      entry.rows = entry.rows.map((row) => {
        if (!isTheirs(row)) return row;
        erased += 1;
        const { user: _user, ...rest } = row;
        return { ...rest, erased: true, error: ERASED, record: { ...row.record, body: Buffer.alloc(0) } };
      });
    }
    return erased;
  }

  private of(consumer: ServiceName): Entry[] {
    return [...this.entries.values()].filter((entry) => entry.consumer === consumer);
  }

  private owned(lease: Lease): Entry | undefined {
    const entry = this.entries.get(placeOf(lease.consumer, lease.parkingKey));
    return entry?.lease?.owner === lease.owner ? entry : undefined;
  }
}

const placeOf = (consumer: ServiceName, parkingKey: string) => `${consumer}\n${parkingKey}`;
