import { resolve } from 'node:path';
import { loadConfig } from '@plinth/config';
import { MESH } from '@plinth/contracts';
import { runMain, type Running } from '@plinth/platform';
import { createLogger } from '@plinth/telemetry';
import { samplesConfig } from './config';
import { startSamples } from './start-samples';

/** The sample skills as a process of their own. */
async function start(): Promise<Running> {
  const { port, host, dataDir, logLevel } = loadConfig(samplesConfig);
  const logger = createLogger({ service: 'samples', level: logLevel });
  const server = await startSamples({
    port: port + MESH.samples.portOffset,
    ...(host !== undefined && { host }),
    dataDir: resolve(dataDir),
  });
  return { logger, facts: { url: server.url }, close: () => server.close() };
}

runMain('samples', start);
