import { resolve } from 'node:path';
import { loadConfig, platformConfig } from '@plinth/config';
import { closeOnSignal } from '@plinth/http';
import { memoryService } from '@plinth/memory';
import { orchestratorService } from '@plinth/orchestrator';
import { startHost } from '@plinth/platform';
import { reflectionService } from '@plinth/reflection';
import { startSamples } from '@plinth/samples';
import { skillGatewayService } from '@plinth/skill-gateway';
import { createLogger } from '@plinth/telemetry';

const SERVICES = [orchestratorService, memoryService, skillGatewayService, reflectionService];

/** `npm start`: the four services and the sample skills in one process, on one port. */
async function main(): Promise<void> {
  const config = loadConfig(platformConfig);
  const logger = createLogger({ service: 'plinth', level: config.logLevel });
  const samples = await startSamples({ port: 0, dataDir: resolve(config.dataDir) });
  const environment = { PLINTH_SKILL_PROVIDERS: samples.url, ...process.env };
  const running = await startHost(SERVICES, { config, port: config.port, logger, environment });
  const close = async (): Promise<void> => {
    await running.close();
    await samples.close();
  };
  closeOnSignal(close, logger);
  logger.info({ url: running.url, profile: config.profile, data_dir: resolve(config.dataDir) }, 'ready');
}

main().catch((error: unknown) => {
  createLogger({ service: 'plinth' }).fatal({ err: error }, 'could not start');
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 500).unref();
});
