import { loadConfig, platformConfig } from '@plinth/config';
import { closeOnSignal } from '@plinth/http';
import { createLogger } from '@plinth/telemetry';
import type { ServiceDefinition } from './platform';
import { startHost } from './start-host';

/** The whole of a service's `main.ts`: configuration, stores, bus, HTTP, drain on SIGTERM. Exits with 1 and says why when it cannot start. */
export function runService(definition: ServiceDefinition): void {
  run(definition).catch((error: unknown) => {
    createLogger({ service: definition.name }).fatal({ err: error }, 'could not start');
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 500).unref();
  });
}

async function run(definition: ServiceDefinition): Promise<void> {
  const config = loadConfig(platformConfig);
  const logger = createLogger({ service: definition.name, level: config.logLevel });
  const port = config.port === 0 ? 0 : config.port + definition.portOffset;
  const running = await startHost([definition], { config, port, logger, environment: process.env });
  closeOnSignal(() => running.close(), logger);
  logger.info({ url: running.url, profile: config.profile }, 'ready');
}
