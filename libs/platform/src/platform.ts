import type { BusProducer, BusTransport } from '@plinth/bus';
import type { ServiceName } from '@plinth/contracts';
import type { HealthCheck } from '@plinth/http';
import type { Clock, IdSource } from '@plinth/kernel';
import type { SqlDatabase } from '@plinth/postgres';
import type { Doorbell, HotStore } from '@plinth/redis';
import type { Logger } from '@plinth/telemetry';

/** What a service is given to stand on; the same in both profiles. */
export interface Platform {
  readonly service: ServiceName;
  /** The service's own schema, as its own role. */
  readonly database: SqlDatabase;
  readonly producer: BusProducer;
  /** A way of its own to the brokers, for what is no message of the mesh; who opens it closes it. */
  readonly openTransport: () => BusTransport;
  readonly hot: HotStore;
  readonly doorbell: Doorbell;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  /** Adds a readiness check, or with `liveness` a liveness check. */
  readonly addHealthCheck: (check: HealthCheck) => void;
}
