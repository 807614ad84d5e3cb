import type { BusTransport } from '@plinth/bus';
import type { ServiceName } from '@plinth/contracts';
import type { SqlDatabase } from '@plinth/postgres';
import type { Doorbell, HotStore } from '@plinth/redis';

/** The servers of a profile, opened. */
export interface Stores {
  readonly hot: HotStore;
  readonly doorbell: Doorbell;
  openDatabase(schema: string): SqlDatabase;
  openTransport(service: ServiceName): BusTransport;
  /** After everything that uses them has stopped. */
  close(): Promise<void>;
}
