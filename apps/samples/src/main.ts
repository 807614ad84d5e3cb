import { resolve } from 'node:path';
import { loadConfig } from '@plinth/config';
import { createLogger, shutdownTracing } from '@plinth/telemetry';
import { samplesConfig } from './config';
import { startSamples } from './start-samples';

/** Distance of the sample provider from the base port. */
const PORT_OFFSET = 4;

async function main(): Promise<void> {
  const { port, host, dataDir } = loadConfig(samplesConfig);
  const logger = createLogger({ service: 'samples' });
  const server = await startSamples({ port: port + PORT_OFFSET, host, dataDir: resolve(dataDir) });
  logger.info({ url: server.url }, 'The sample skills are served');
  const stop = async (): Promise<void> => {
    await server.close();
    await shutdownTracing();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

main().catch((error: unknown) => {
  createLogger({ service: 'samples' }).fatal({ err: error }, 'could not start');
  process.exit(1);
});
