import type { Type } from '@nestjs/common';
import { loadConfig, type ConfigDefinition, type ConfigValues, type EnvFields } from '@plinth/config';
import type { ServiceName } from '@plinth/contracts';
import type { GrpcService } from '@plinth/grpc';
import type { LongBodies } from '@plinth/http';
import type { Migration } from '@plinth/postgres';
import type { Platform } from './platform';

/** A service as a profile starts it: alone, or beside others in one process. Made by `defineService`. */
export interface ServiceDefinition {
  readonly name: ServiceName;
  readonly migrations: readonly Migration[];
  /** Tables with a column `tenant` and yet without row-level security, on purpose. */
  readonly withoutRowSecurity?: readonly string[];
  readonly longBodies?: readonly LongBodies[];
  /** Served by gRPC too, by the same controllers. */
  readonly grpc?: GrpcService;
  /** The variables that it reads beside the platform's. */
  readonly variables: EnvFields;
  /** Reads them and answers how the service is then composed. Throws ConfigError. */
  readonly configure: (environment: NodeJS.ProcessEnv) => (platform: Platform) => Composed;
}

/**
 * What a service is made of. Composing it opens and starts nothing; its life then is, in this order:
 * 1. `open`, before the first request and the first message: reads what the service cannot work without.
 * 2. `begin`, once every service of the process is open: starts what goes by the clock.
 * 3. `settle`, at a stop, while the bus still delivers and sends: ends what runs without a delivery.
 * 4. `end`, after the last delivery and before the stores close.
 * What of 3 and 4 outlasts the deadline of the stop is left behind. A start that fails half-way goes through 3 and 4 too.
 */
export interface Composed {
  readonly controllers: readonly Type[];
  /** Injected into the controllers by their classes, beside the platform's `Clock` and `IdSource`. */
  readonly useCases: readonly object[];
  readonly open?: () => Promise<void> | void;
  readonly begin?: () => void;
  readonly settle?: () => Promise<void>;
  readonly end?: () => Promise<void>;
}

interface ServiceParts<F extends EnvFields> extends Omit<ServiceDefinition, 'variables' | 'configure'> {
  readonly config: ConfigDefinition<F>;
  readonly compose: (platform: Platform, config: ConfigValues<F>) => Composed;
}

export function defineService<F extends EnvFields>({ config, compose, ...rest }: ServiceParts<F>): ServiceDefinition {
  return {
    ...rest,
    variables: config.fields,
    configure: (environment) => {
      const values = loadConfig(config, environment);
      return (platform) => compose(platform, values);
    },
  };
}
