import { resolve } from 'node:path';
import { listenHost } from '@plinth/config';
import { MESH } from '@plinth/contracts';
import { requireFreePort } from '@plinth/http';
import { configureHost, runMain, startHost, type Running } from '@plinth/platform';
import { startSamples } from '@plinth/samples';
import { createLogger } from '@plinth/telemetry';
import { MESH_SERVICES } from './mesh';

/** `npm start`: the four services in one process on one port, and the sample skills beside them, where a mesh has them. */
async function start(): Promise<Running> {
  // Before the samples are opened, too; of a free port their address is known only then.
  const { platform } = configureHost(MESH_SERVICES, process.env);
  const { port, profile, logLevel } = platform;
  const dataDir = resolve(platform.dataDir);
  const logger = createLogger({ service: 'plinth', level: logLevel });
  await requireFreePort(listenHost(platform), port);
  const samples = await startSamples({ port: port === 0 ? 0 : port + MESH.samples.portOffset, dataDir });
  const host = configureHost(MESH_SERVICES, { PLINTH_SKILL_PROVIDERS: samples.url, ...process.env });
  const running = await startHost(host, { port, logger });
  return {
    logger,
    facts: {
      url: running.url,
      ...(running.grpc === undefined ? {} : { grpc: running.grpc }),
      profile,
      data_dir: dataDir,
    },
    close: async () => {
      await running.close();
      await samples.close();
    },
  };
}

runMain('plinth', start);
