import type { DynamicModule } from '@nestjs/common';
import type { BusProducer } from '@plinth/bus';
import type { PlatformConfig } from '@plinth/config';
import type { ServiceName } from '@plinth/contracts';
import type { HealthCheck } from '@plinth/http';
import type { Clock, IdSource } from '@plinth/kernel';
import type { Migration, SqlDatabase } from '@plinth/postgres';
import type { Doorbell, HotStore } from '@plinth/redis';
import type { Logger } from '@plinth/telemetry';

/** What a service is given to stand on; the same in both profiles. */
export interface Platform {
  readonly service: ServiceName;
  readonly profile: PlatformConfig['profile'];
  /** The service's own schema, as its own role. */
  readonly database: SqlDatabase;
  readonly producer: BusProducer;
  readonly hot: HotStore;
  readonly doorbell: Doorbell;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  /** Adds a readiness check, or with `liveness` a liveness check. */
  readonly addHealthCheck: (check: HealthCheck) => void;
}

/** A service as a profile starts it: alone, or beside others in one process. */
export interface ServiceDefinition {
  readonly name: ServiceName;
  /** Its port is the base port plus this. */
  readonly portOffset: number;
  readonly schema: string;
  readonly migrations: readonly Migration[];
  /** Tables with a column `tenant` and yet without row-level security, on purpose. */
  readonly withoutRowSecurity?: readonly string[];
  /** Reads the service's own configuration and composes its module on the platform. */
  readonly module: (platform: Platform, environment: NodeJS.ProcessEnv) => DynamicModule;
}
