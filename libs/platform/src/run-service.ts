import { SERVICES } from '@plinth/contracts';
import { createLogger } from '@plinth/telemetry';
import { configureHost } from './configure-host';
import { runMain, type Running } from './run-main';
import type { ServiceDefinition } from './service-definition';
import { startHost } from './start-host';

/** The whole of a service's `main.ts`: configuration, stores, bus, HTTP, drain on SIGTERM. */
export function runService(definition: ServiceDefinition): void {
  runMain(definition.name, () => start(definition));
}

async function start(definition: ServiceDefinition): Promise<Running> {
  const host = configureHost([definition], process.env);
  const { port: base, profile, logLevel } = host.platform;
  const logger = createLogger({ service: definition.name, level: logLevel });
  const port = base === 0 ? 0 : base + SERVICES[definition.name].portOffset;
  const { url, grpc, close } = await startHost(host, { port, logger });
  return { logger, facts: { url, profile, ...(grpc === undefined ? {} : { grpc }) }, close };
}
