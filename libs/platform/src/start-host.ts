import { Module, type DynamicModule } from '@nestjs/common';
import { AnsweredTurnsAreOver, parkingMigration, PlinthBusServer, PostgresParkingStore, ServiceBus } from '@plinth/bus';
import { listenHost, type PlatformConfig } from '@plinth/config';
import { GRPC_PORT_OFFSET, SERVICES, type ServiceName } from '@plinth/contracts';
import {
  createHttpApp,
  HealthModule,
  requireFreePort,
  requireKeysBeyondLoopback,
  type HealthCheck,
} from '@plinth/http';
import { RandomIds, SystemClock } from '@plinth/kernel';
import { migrate, type SqlDatabase } from '@plinth/postgres';
import { createLogger, type Logger } from '@plinth/telemetry';
import { Closers } from './closers';
import type { ConfiguredService, HostConfiguration } from './configure-host';
import { grpcBesideHttp } from './grpc-beside-http';
import { PARKED, ParkedController, type ParkedByService } from './operator/parked-controller';
import { openStores } from './open-stores';
import type { Platform } from './platform';
import { serviceModule } from './service-module';
import type { Stores } from './stores';

export interface RunningHost {
  readonly url: string;
  /** The address of gRPC, where a service of this process has it. */
  readonly grpc?: string;
  /** Stops accepting, finishes what is open, commits, and closes the stores last; all of it within `drainTimeoutMs`. */
  readonly close: () => Promise<void>;
}

export interface StartOptions {
  readonly port: number;
  readonly logger: Logger;
}

@Module({})
class HostModule {}

/** Starts services in this process, on one port: one in the cluster profile, all of them in the embedded profile. */
export async function startHost(host: HostConfiguration, { port, logger }: StartOptions): Promise<RunningHost> {
  const config = { ...host.platform, host: listenHost(host.platform) };
  requireKeysBeyondLoopback(config);
  await requireFreePort(config.host, port);
  const served = host.services.flatMap(({ definition }) => definition.grpc ?? []);
  const grpcPort = port === 0 ? 0 : port + GRPC_PORT_OFFSET;
  if (served.length > 0) await requireFreePort(config.host, grpcPort);
  const clock = new SystemClock();
  const stores = await openStores(config, clock, logger);
  const started = new Closers(config.drainTimeoutMs);
  started.add(() => stores.close());
  try {
    const services: Service[] = [];
    for (const service of host.services) services.push(await prepare(service, stores, clock, config, started));
    const longBodies = host.services.flatMap(({ definition }) => definition.longBodies ?? []);
    const http = await createHttpApp(rootOf(services), { logger, config, longBodies });
    started.add(() => http.close());
    http.health.draining.addEventListener('abort', () => started.begin());
    for (const { checks, strategy } of services) {
      checks.forEach((check) => http.health.register(check));
      http.app.connectMicroservice({ strategy });
    }
    await http.app.init();
    // First the edge, unready: joining a group waits for a dead member, and nobody should find the door locked meanwhile.
    const url = await http.listen(port);
    const grpc = served.length === 0 ? undefined : grpcBesideHttp(http, served, { config, logger });
    const address = await grpc?.listen(grpcPort);
    await http.app.startAllMicroservices();
    return { url, ...(address === undefined ? {} : { grpc: address }), close: () => started.close() };
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
  { definition, compose }: ConfiguredService,
  stores: Stores,
  clock: SystemClock,
  config: PlatformConfig,
  started: Closers,
): Promise<Service> {
  const { name, migrations, withoutRowSecurity } = definition;
  const { schema } = SERVICES[name];
  const remainingMs = (): number => started.remainingMs();
  const logger = createLogger({ service: name, level: config.logLevel });
  const database = stores.openDatabase(schema);
  started.add(() => database.close());
  await migrate(database, {
    schema,
    migrations: [parkingMigration, ...migrations],
    ...(withoutRowSecurity ? { withoutRowSecurity } : {}),
  });
  const bus = new ServiceBus({
    service: name,
    transport: stores.openTransport(name),
    parking: new PostgresParkingStore(database),
    clock,
    log: logger,
    staleJudge: new AnsweredTurnsAreOver(),
    retry: { maxTries: config.busTries },
    maxInFlight: config.busInFlight,
  });
  started.add(() => bus.close(remainingMs()));
  await bus.connect();
  const checks: HealthCheck[] = [...storeChecks(name, database, stores, bus)];
  const platform: Platform = {
    service: name,
    database,
    producer: bus.producer,
    openTransport: () => stores.openTransport(name),
    hot: stores.hot,
    doorbell: stores.doorbell,
    clock,
    ids: new RandomIds(),
    logger,
    addHealthCheck: (check) => void checks.push(check),
  };
  return {
    name,
    bus,
    module: serviceModule(compose(platform), platform, remainingMs),
    strategy: new PlinthBusServer(bus, remainingMs),
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
