import type { ServiceName } from '@plinth/contracts';
import type { ErrorBody } from '@plinth/kernel';
import type { ParkedMessage } from './parked-message';

/** A parked message in its place: `seq` grows in the order of parking. Without a body its text has been erased. */
export interface ParkedRow extends ParkedMessage {
  readonly seq: number;
  readonly erased: boolean;
}

export interface ParkedKey {
  readonly parkingKey: string;
  readonly messages: number;
  readonly firstParkedAtMs: number;
  /** Why its oldest message is parked. */
  readonly errorCode: string;
}

/** The error of a row whose text has been erased: the original may have quoted it. */
export const ERASED: ErrorBody = { code: 'erased', message: 'Its text has been erased.', retryable: false };

/** Who drains a key; one at a time. */
export interface Lease {
  readonly consumer: ServiceName;
  readonly parkingKey: string;
  readonly owner: string;
}

/**
 * Where a consumer's parked messages lie, in order per key. A key is parked exactly while it has rows.
 * Every method is atomic and throws TransientError while the store is away.
 */
export abstract class ParkingStore {
  /** Adds the message to its key, once per (key, message id), and so parks the key. */
  abstract park(message: ParkedMessage): Promise<void>;
  /** Adds the message if its key is parked still, and answers whether it is. */
  abstract follow(message: ParkedMessage): Promise<boolean>;
  abstract parkedKeys(consumer: ServiceName): Promise<readonly string[]>;

  /** Takes or prolongs the lease; false when the key is not parked or another owner's lease has not run out. */
  abstract lease(lease: Lease, forMs: number): Promise<boolean>;
  abstract release(lease: Lease): Promise<void>;
  /** The rows of a key in the order of parking, at most `limit`. */
  abstract rows(consumer: ServiceName, parkingKey: string, limit: number): Promise<readonly ParkedRow[]>;
  /**
   * Deletes a row; deleting the last one unparks the key in the same transaction, so that no follower falls between.
   * Answers `unparked` then; `absent` when the key has no such row, and `lost` when the lease is another's by now: nothing
   * is deleted.
   */
  abstract remove(lease: Lease, seq: number): Promise<'removed' | 'unparked' | 'absent' | 'lost'>;
  /** Writes why the replay of a row failed. */
  abstract recordFailure(lease: Lease, seq: number, error: ErrorBody): Promise<void>;

  /** Parked keys, those parked first in front. */
  abstract list(consumer: ServiceName, limit: number): Promise<readonly ParkedKey[]>;
  /**
   * Erases the bodies and error texts that belong to these users or sessions of a tenant, and answers how many rows that were.
   * The rows stay, so that order and counts hold; a replay discards them.
   */
  abstract erase(
    tenant: string,
    whose: { readonly users: readonly string[]; readonly sessions: readonly string[] },
  ): Promise<number>;
}
