import { resolve } from 'node:path';
import { loadConfig } from '@plinth/config';
import { MESH } from '@plinth/contracts';
import { runMain, type Running } from '@plinth/platform';
import { createLogger } from '@plinth/telemetry';
import { samplesConfig } from './config';
import { readArguments } from './read-arguments';
import { startSamples } from './start-samples';

/** The sample skills as a process of their own: `--scenario <name>` one of them alone, `--port <n>` at that port. */
async function start(): Promise<Running> {
  const { scenario, port: asked } = readArguments(process.argv.slice(2));
  const { port, host, dataDir, logLevel } = loadConfig(samplesConfig);
  const logger = createLogger({ service: 'samples', level: logLevel });
  const server = await startSamples({
    port: asked ?? port + MESH.samples.portOffset,
    ...(host !== undefined && { host }),
    dataDir: resolve(dataDir),
    ...(scenario !== undefined && { scenario }),
  });
  return { logger, facts: { url: server.url }, close: () => server.close() };
}

runMain('samples', start);
