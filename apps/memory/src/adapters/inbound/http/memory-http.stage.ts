import { InMemoryParkingStore, InProcessTransport, parkingMigration, ServiceBus } from '@plinth/bus';
import { SERVICES } from '@plinth/contracts';
import { createHttpApp, HealthModule, type HttpApp } from '@plinth/http';
import { RandomIds, SystemClock } from '@plinth/kernel';
import { serviceModule } from '@plinth/platform';
import { migrate, PgliteDatabase, type SqlDatabase } from '@plinth/postgres';
import { InProcessDoorbell, InProcessHotStore } from '@plinth/redis';
import { createLogger } from '@plinth/telemetry';
import { openTestEngine } from '@plinth/testing';
import { memoryService } from '../../../app.module';

export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface MemoryOverHttp {
  readonly database: SqlDatabase;
  readonly http: HttpApp;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/**
 * The service as the embedded profile starts it, with HTTP alone: callers without a key act for anybody of the tenant `default`, or
 * with a key file as its keys say.
 */
export async function startMemoryOverHttp(
  env: Readonly<Record<string, string>> = {},
  apiKeysFile?: string,
): Promise<MemoryOverHttp> {
  const clock = new SystemClock();
  const logger = createLogger({ service: 'memory', level: 'silent' });
  const engine = await openTestEngine();
  const { schema } = SERVICES.memory;
  const database = new PgliteDatabase(engine, { schema });
  await migrate(database, { schema, migrations: [parkingMigration, ...memoryService.migrations] });
  const transport = new InProcessTransport(clock);
  const bus = new ServiceBus({
    service: 'memory',
    transport,
    parking: new InMemoryParkingStore(clock),
    clock,
    log: logger,
  });
  await bus.connect();
  const platform = {
    service: 'memory',
    database,
    producer: bus.producer,
    openTransport: () => {
      throw new Error('memory opens none');
    },
    hot: new InProcessHotStore(clock),
    doorbell: new InProcessDoorbell(),
    clock,
    ids: new RandomIds(),
    logger,
    addHealthCheck: () => undefined,
  } as const;
  class Root {}
  const http = await createHttpApp(
    {
      module: Root,
      imports: [HealthModule, serviceModule(memoryService.configure(env)(platform), platform, () => 1_000)],
    },
    {
      logger,
      longBodies: memoryService.longBodies ?? [],
      config: { profile: 'embedded', host: '127.0.0.1', apiKeysFile, defaultTenant: 'default', drainTimeoutMs: 1_000 },
    },
  );
  const url = await http.listen(0);
  return {
    database,
    http,
    async call(method, path, body, headers = {}) {
      const json =
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
      const response = await fetch(new URL(path, url), { method, headers, ...json });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
    async close() {
      await http.close();
      await bus.close(1_000);
      await database.close();
      await engine.close();
    },
  };
}
