import type { ServiceName } from '@plinth/contracts';
import type { ParkingStore } from './parking-store';

/**
 * What this process believes to be parked. Owns that belief; the store decides.
 *
 * 1. After `load`, every key that was parked before it began is held.
 * 2. A key held here that is unparked elsewhere is found out by its next message, which asks the store (`follow`).
 */
export class ParkedKeys {
  private keys = new Set<string>();
  /** Added while a load is under way: the answer may not hold them. */
  private added: Set<string> | undefined;

  constructor(
    private readonly store: ParkingStore,
    private readonly consumer: ServiceName,
  ) {}

  has(key: string): boolean {
    return this.keys.size > 0 && this.keys.has(key);
  }

  add(key: string): void {
    this.keys.add(key);
    this.added?.add(key);
  }

  remove(key: string): void {
    this.keys.delete(key);
    this.added?.delete(key);
  }

  /** Reads all keys anew; throws TransientError while the store is away, and what was held then stays. */
  async load(): Promise<void> {
    const added = (this.added ??= new Set());
    const parked = await this.store.parkedKeys(this.consumer);
    this.keys = new Set([...parked, ...added]);
    if (this.added === added) this.added = undefined;
  }
}
