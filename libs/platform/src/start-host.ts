import { Module, type DynamicModule } from '@nestjs/common';
import { AnsweredTurnsAreOver, parkingMigration, PlinthBusServer, PostgresParkingStore, ServiceBus } from '@plinth/bus';
import type { PlatformConfig } from '@plinth/config';
import type { ServiceName } from '@plinth/contracts';
import { createHttpApp, HealthModule, requireKeysBeyondLoopback, type HealthCheck } from '@plinth/http';
import { RandomIds, SystemClock } from '@plinth/kernel';
import { migrate, type SqlDatabase } from '@plinth/postgres';
import { createLogger, type Logger } from '@plinth/telemetry';
import { PARKED, ParkedController, type ParkedByService } from './operator/parked-controller';
import type { Platform, ServiceDefinition } from './platform';
import { openStores } from './open-stores';
import type { Stores } from './stores';

export interface RunningHost {
  readonly url: string;
  /** Stops accepting, finishes what is open, commits, and closes the stores last. */
  close(): Promise<void>;
}

export interface StartOptions {
  readonly config: PlatformConfig;
  readonly port: number;
  readonly logger: Logger;
  readonly environment: NodeJS.ProcessEnv;
}

@Module({})
class HostModule {}

/** Starts services in this process, on one port: one in the cluster profile, all of them in the embedded profile. */
export async function startHost(
  definitions: readonly ServiceDefinition[],
  options: StartOptions,
): Promise<RunningHost> {
  requireKeysBeyondLoopback(options.config);
  const clock = new SystemClock();
  const stores = await openStores(options.config, clock, options.logger);
  const started = new Closers();
  started.add(() => stores.close());
  try {
    const services: Service[] = [];
    for (const definition of definitions) services.push(await prepare(definition, stores, clock, options, started));
    const http = await createHttpApp(rootOf(services), { logger: options.logger, config: options.config });
    started.add(() => http.close());
    for (const { checks, strategy } of services) {
      checks.forEach((check) => http.health.register(check));
      http.app.connectMicroservice({ strategy });
    }
    // First the edge, unready: joining a group waits for a dead member, and nobody should find the door locked meanwhile.
    const url = await http.listen(options.port);
    await http.app.startAllMicroservices();
    return { url, close: () => started.close() };
  } catch (error) {
    await started.close();
    throw error;
  }
}

interface Service {
  readonly name: ServiceName;
  readonly bus: ServiceBus;
  readonly module: DynamicModule;
  readonly strategy: PlinthBusServer;
  readonly checks: readonly HealthCheck[];
}

async function prepare(
  definition: ServiceDefinition,
  stores: Stores,
  clock: SystemClock,
  options: StartOptions,
  started: Closers,
): Promise<Service> {
  const { config, environment } = options;
  const logger = createLogger({ service: definition.name, level: config.logLevel });
  const database = stores.openDatabase(definition.schema);
  started.add(() => database.close());
  await migrate(database, {
    schema: definition.schema,
    migrations: [parkingMigration, ...definition.migrations],
    ...(definition.withoutRowSecurity ? { withoutRowSecurity: definition.withoutRowSecurity } : {}),
  });
  const bus = new ServiceBus({
    service: definition.name,
    transport: stores.openTransport(definition.name),
    parking: new PostgresParkingStore(database),
    clock,
    log: logger,
    staleJudge: new AnsweredTurnsAreOver(),
    retry: { maxTries: config.busTries },
    maxInFlight: config.busInFlight,
  });
  started.add(() => bus.close(config.drainTimeoutMs));
  await bus.connect();
  const checks: HealthCheck[] = [...storeChecks(definition.name, database, stores, bus)];
  const platform: Platform = {
    service: definition.name,
    profile: config.profile,
    database,
    producer: bus.producer,
    hot: stores.hot,
    doorbell: stores.doorbell,
    clock,
    ids: new RandomIds(),
    logger,
    addHealthCheck: (check) => void checks.push(check),
  };
  return {
    name: definition.name,
    bus,
    module: definition.module(platform, environment),
    strategy: new PlinthBusServer(bus, config.drainTimeoutMs),
    checks,
  };
}

function storeChecks(service: string, database: SqlDatabase, stores: Stores, bus: ServiceBus): HealthCheck[] {
  return [
    { name: `${service}:postgres`, check: () => database.ping() },
    { name: `${service}:hot-store`, check: () => stores.hot.ping() },
    { name: `${service}:bus`, check: () => bus.checkReady() },
    { name: `${service}:consumer`, liveness: true, check: () => bus.checkAlive() },
  ];
}

function rootOf(services: readonly Service[]): DynamicModule {
  const parked: ParkedByService = new Map(services.map(({ name, bus }) => [name, bus.parked]));
  return {
    module: HostModule,
    imports: [HealthModule, ...services.map(({ module }) => module)],
    controllers: [ParkedController],
    providers: [{ provide: PARKED, useValue: parked }],
  };
}

/** What was opened, closed in the opposite order; a failing close does not keep the others open. */
class Closers {
  private readonly closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.closers.unshift(close);
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.closers.splice(0)) await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'closing failed');
  }
}
