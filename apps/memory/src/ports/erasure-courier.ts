import type { ServiceName } from '@plinth/contracts';
import type { Erasure } from './erasure-ledger';

/** Tells services to erase a user; the same erasure always travels under the same command ids. */
export abstract class ErasureCourier {
  /** Throws TransientError when the bus is away; send again. */
  abstract send(erasure: Erasure, to: readonly ServiceName[]): Promise<void>;
}
