import { resolve } from 'node:path';
import { configureHost, runMain, startHost, type Running } from '@plinth/platform';
import { startSamples } from '@plinth/samples';
import { createLogger } from '@plinth/telemetry';
import { SERVICES } from './mesh';

/** `npm start`: the four services and the sample skills in one process, on one port. */
async function start(): Promise<Running> {
  // Before the samples are opened, too; their address is known only then.
  const { platform } = configureHost(SERVICES, process.env);
  const { port, profile, logLevel } = platform;
  const dataDir = resolve(platform.dataDir);
  const logger = createLogger({ service: 'plinth', level: logLevel });
  const samples = await startSamples({ port: 0, dataDir });
  const host = configureHost(SERVICES, { PLINTH_SKILL_PROVIDERS: samples.url, ...process.env });
  const running = await startHost(host, { port, logger });
  return {
    logger,
    facts: { url: running.url, profile, data_dir: dataDir },
    close: async () => {
      await running.close();
      await samples.close();
    },
  };
}

runMain('plinth', start);
